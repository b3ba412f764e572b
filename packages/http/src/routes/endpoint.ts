import type { SpeechService } from '@parlance/core/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorStyle, JSON_ERRORS } from '../errors/error-reply.ts';
import type { LiveRequests } from '../operations/live-requests.ts';
import type { HttpMetrics } from '../operations/metrics.ts';
import type { SpeechHttpOptions } from '../options.ts';
import type { UploadSlots } from '../request/upload-slots.ts';

/** What routes stand on. */
export interface RouteContext {
  readonly service: SpeechService;
  readonly options: SpeechHttpOptions;
  readonly metrics: HttpMetrics;
  readonly live: LiveRequests;
  readonly uploads: UploadSlots;
}

/**
 * Answers every method that `url` has not: 405 with `Allow`, OPTIONS with `Allow` alone. Decided before a body is read, and
 * whoever asks.
 *
 * @param options.style the body of the family's errors; absent: that of most
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  methods: readonly string[],
  { style = JSON_ERRORS }: { readonly style?: ErrorStyle } = {},
): void {
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  const allow = allowed.join(', ');
  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    void reply.header('allow', allow);
    if (request.method === 'OPTIONS') return reply.code(204).send();
    const message = `${request.method} is not allowed here; allowed: ${allow}.`;
    return reply.code(405).type(style.contentType).send(style.body('METHOD_NOT_ALLOWED', message));
  };
  app.route({
    method: app.supportedMethods.filter((method) => method === 'OPTIONS' || !allowed.includes(method)),
    url,
    config: { refusesMethod: true },
    // Before the body is parsed: a wrong method is that, whatever it carries.
    onRequest: refuse,
    handler: refuse,
    exposeHeadRoute: false,
  });
}
