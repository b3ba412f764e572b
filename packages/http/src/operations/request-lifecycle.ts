import { SpeechError } from '@parlance/core/errors';
import { traceIdOf } from '@parlance/core/platform';
import type { SpeechService } from '@parlance/core/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toSpeechError } from '../kit/errors/to-speech-error.ts';
import { closeAfterAnswer, isUploading } from '../request/unread-body.ts';
import type { LiveRequests } from './live-requests.ts';
import type { HttpMetrics } from './metrics.ts';
import { traceparentOf } from './trace-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the error that it ended in. */
    refusalCode: string | null;
    /** Set by dialects beside the endpoints of this package that know their callers by themselves. */
    callerAppId?: string;
  }
}

export interface RequestLifecycle {
  readonly metrics: HttpMetrics;
  readonly live: LiveRequests;
  readonly service: Pick<SpeechService, 'countRejection'>;
  /** Whether a line is logged for each request; off where the host application logs them itself. */
  readonly logsRequests: boolean;
}

/** Status of an answer whose client left before its end, as nginx counts them. */
const CLIENT_LEFT = 499;

/** Addresses of apps, also below a prefix; what is nobody's address has no route. */
const PUBLIC_PATH = /(?<!\/admin)\/(v1|api)\//;
/** Refusals that are answered without an error. */
const NO_CODES: Readonly<Record<number, string>> = { 404: 'NOT_FOUND', 405: 'METHOD_NOT_ALLOWED' };

/** Hangs what every request gets onto its way: id, count, metrics, log line, refusal while draining. */
export function followRequests(app: FastifyInstance, lifecycle: RequestLifecycle): void {
  const { live } = lifecycle;
  if (!app.hasRequestDecorator('refusalCode')) app.decorateRequest('refusalCode', null);
  app.addHook('onError', async (request, _reply, error) => {
    request.refusalCode = toSpeechError(error).code;
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    const isProbe = request.routeOptions.config.isProbe === true;
    const end = isProbe ? undefined : live.begin(reply.raw);
    // 'close' comes for every answer, 'finish' only for those that were read to their end.
    reply.raw.once('close', () => {
      end?.();
      report(lifecycle, request, reply);
    });
    if (!live.isDraining) return;
    reply.raw.setHeader('connection', 'close');
    if (!isProbe) {
      throw new SpeechError(
        'SHUTTING_DOWN',
        'The server is shutting down. Send the request again in a moment.',
      );
    }
  });
  app.addHook('onSend', async (request, reply) => {
    if (isUploading(request.raw)) closeAfterAnswer(request.raw, reply.raw);
  });
}

function report(
  { metrics, logsRequests, service }: RequestLifecycle,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { method } = request;
  const status = reply.raw.writableFinished ? reply.raw.statusCode : CLIENT_LEFT;
  // The pattern, never the address: ids would make a series each.
  const route = request.routeOptions.url ?? 'none';
  metrics.requests.inc({ method, route, status: String(status) });
  metrics.durationSeconds.observe({ method, route }, reply.elapsedTime / 1000);
  if (isRefusal(status) && PUBLIC_PATH.test(route))
    service.countRejection(status, request.refusalCode ?? NO_CODES[status] ?? 'OTHER');
  if (!logsRequests) return;
  // A probe every second or two would be most of the log.
  request.log[request.routeOptions.config.isProbe === true ? 'debug' : 'info'](
    {
      method,
      path: pathOf(request.url),
      route,
      status,
      durationMs: reply.elapsedTime,
      appId: request.speechApp?.appId ?? request.callerAppId,
      traceId: traceIdOf(request.span?.traceparent ?? traceparentOf(request)),
    },
    'request ended',
  );
}

/** A fault of the caller's, or something that passes: a failure of ours is no refusal. */
function isRefusal(status: number): boolean {
  return (status >= 400 && status < 500 && status !== CLIENT_LEFT) || status === 503;
}

/** The address without its query, where tokens may stand. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
