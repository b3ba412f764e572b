import type { FastifyRequest } from 'fastify';
import type { SpeechHttpOptions } from '../options.ts';

/** @returns the address under which this caller reaches the service, without a slash at its end */
export function publicAddress(
  request: FastifyRequest,
  { publicUrl }: Pick<SpeechHttpOptions, 'publicUrl'>,
): string {
  return (publicUrl ?? `${request.protocol}://${request.host}`) + request.server.prefix;
}
