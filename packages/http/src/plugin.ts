import type { FastifyInstance } from 'fastify';
import { mountService } from './mount-service.ts';
import type { SpeechHttpOptions } from './options.ts';

/**
 * Fastify plugin with all endpoints of the service, for an application of your own:
 * `app.register(speechHttp, { service, prefix: '/speech' })`. Its hooks, parsers and error answers stay inside it.
 *
 * Settings of the whole server stay with you: limits of time and headers, logging, the answer to unknown addresses
 * outside the prefix. {@link createSpeechServer} shows our settings.
 */
export async function speechHttp(app: FastifyInstance, options: SpeechHttpOptions): Promise<void> {
  await mountService(app, options, { ownsApp: false });
}
