import { SpeechError } from '@parlance/core/errors';
import { traceIdOf } from '@parlance/core/platform';
import type { SpeechService } from '@parlance/core/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toSpeechError } from '../kit/errors/to-speech-error.ts';
import { closeAfterAnswer, isUploading } from '../request/body/unread-body.ts';
import type { LiveRequests } from './live-requests.ts';
import type { HttpMetrics } from './metrics.ts';
import { traceparentOf } from './trace-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the error with which it ended. */
    refusalCode: string | null;
    /** Set by dialects in other packages, which identify their callers themselves. */
    callerAppId?: string;
  }
}

export interface RequestLifecycle {
  readonly metrics: HttpMetrics;
  readonly live: LiveRequests;
  readonly service: Pick<SpeechService, 'countRejection'>;
  /** Whether a line is logged for each request; off if the host application logs them itself. */
  readonly logsRequests: boolean;
}

/** Status of an answer whose client left before its end, as in nginx. */
const CLIENT_LEFT = 499;

/** Addresses of apps, also below a prefix; unknown addresses have no route. */
const PUBLIC_PATH = /(?<!\/admin)\/(v1|api)\//;
/** Refusals that are answered without an error. */
const NO_CODES: Readonly<Record<number, string>> = { 404: 'NOT_FOUND', 405: 'METHOD_NOT_ALLOWED' };

/** Adds the hooks of every request: id, count, metrics, log line. */
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
    // 'close' follows every answer, 'finish' only those that were read to their end.
    reply.raw.once('close', () => {
      end?.();
      report(lifecycle, request, reply);
    });
    if (live.isDraining) reply.raw.setHeader('connection', 'close');
  });
  app.addHook('onSend', async (request, reply) => {
    if (isUploading(request.raw)) closeAfterAnswer(request.raw, reply.raw);
  });
}

/**
 * Refuses requests that are not probes once the server drains. Added after what answers other origins, so that their scripts can read the
 * refusal.
 */
export function refuseWhileDraining(app: FastifyInstance, live: Pick<LiveRequests, 'isDraining'>): void {
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (!live.isDraining || routeOptions.config.isProbe === true) return;
    throw new SpeechError(
      'SHUTTING_DOWN',
      'The server is shutting down. Send the request again in a moment.',
    );
  });
}

function report(
  { metrics, logsRequests, service }: RequestLifecycle,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { method } = request;
  const status = reply.raw.writableFinished ? reply.raw.statusCode : CLIENT_LEFT;
  // The pattern, never the address: each id would create a series.
  const route = request.routeOptions.url ?? 'none';
  metrics.requests.inc({ method, route, status: String(status) });
  metrics.durationSeconds.observe({ method, route }, reply.elapsedTime / 1000);
  if (isRefusal(status) && PUBLIC_PATH.test(route))
    service.countRejection(status, request.refusalCode ?? NO_CODES[status] ?? 'OTHER');
  if (!logsRequests) return;
  // Frequent probes would fill most of the log.
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

/** Whether a status is a refusal: a fault of the caller or a temporary condition, but not a failure of ours. */
function isRefusal(status: number): boolean {
  return (status >= 400 && status < 500 && status !== CLIENT_LEFT) || status === 503;
}

/** The address without its query, which may contain tokens. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
