import type { FastifyReply } from 'fastify';
import { cutOff, type WriteRules, writeBytes } from './write-bytes.ts';

/** An answer that is sent piece by piece, no faster than its reader reads. */
export interface OpenStream {
  /** Resolves when there is room for the next piece. @throws when the client left or reads nothing for too long */
  write(bytes: Uint8Array | string): Promise<void>;
  end(): void;
  /** Ends it in a way that nobody takes for its end. */
  cutOff(): void;
}

/** Takes the answer out of Fastify's hands and sends its head. */
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
    // Or a proxy would gather the whole answer before it passes on the first byte.
    'x-accel-buffering': 'no',
    ...headers,
  });
  return {
    write: (bytes) => writeBytes(response, bytes, rules),
    end: () => void response.end(),
    cutOff: () => cutOff(response),
  };
}
