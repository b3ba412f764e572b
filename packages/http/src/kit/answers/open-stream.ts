import type { FastifyReply } from 'fastify';
import { cutOff, endAnswer, type WriteRules, writeBytes } from './write-bytes.ts';

/** An answer that is sent chunk by chunk, no faster than its reader reads. */
export interface OpenStream {
  /** Resolves when there is room for the next chunk. @throws if the client left or has read nothing for too long */
  write(bytes: Uint8Array | string): Promise<void>;
  /** Breaks it off if the client does not read the rest. */
  end(): void;
  /** Breaks it off such that the client notices that it is incomplete. */
  cutOff(): void;
}

/** Takes the answer over from Fastify and sends its head. */
export function openStream(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  rules: WriteRules,
): OpenStream {
  reply.hijack();
  const response = reply.raw;
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Otherwise a proxy would buffer the whole answer before it forwards the first byte.
    'x-accel-buffering': 'no',
    ...headers,
  });
  return {
    write: (bytes) => writeBytes(response, bytes, rules),
    end: () => endAnswer(response, rules),
    cutOff: () => cutOff(response),
  };
}
