import { once } from 'node:events';
import { SpeechError } from '@parlance/core/errors';
import type { FastifyReply } from 'fastify';

export interface StreamRules {
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /** How long the client may leave what was sent unread. */
  readonly stallTimeoutMs: number;
}

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
  { signal, stallTimeoutMs }: StreamRules,
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
    async write(bytes) {
      if (signal.aborted) throw SpeechError.aborted(signal);
      if (response.write(bytes)) return;
      await once(response, 'drain', {
        signal: AbortSignal.any([signal, AbortSignal.timeout(stallTimeoutMs)]),
      });
    },
    end: () => void response.end(),
    cutOff() {
      if (response.req.httpVersion === '1.0') response.socket?.resetAndDestroy();
      response.destroy();
    },
  };
}
