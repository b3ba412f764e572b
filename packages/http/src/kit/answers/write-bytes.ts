import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { SpeechError } from '@parlance/core/errors';

export interface WriteRules {
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /** How long the client may read nothing. */
  readonly stallTimeoutMs: number;
}

/** Writes one chunk; resolves when there is room for the next. @throws if the client left or has read nothing for too long */
export async function writeBytes(
  response: ServerResponse,
  bytes: Uint8Array | string,
  { signal, stallTimeoutMs }: WriteRules,
): Promise<void> {
  if (signal.aborted) throw SpeechError.aborted(signal);
  if (response.write(bytes)) return;
  await once(response, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(stallTimeoutMs)]) });
}

/** Ends an answer. If the client does not read the rest of it in time, it is broken off. */
export function endAnswer(response: ServerResponse, { stallTimeoutMs }: WriteRules): void {
  response.end();
  if (response.destroyed) return;
  const timer = setTimeout(() => cutOff(response), stallTimeoutMs);
  // Follows as soon as everything has been passed to the system.
  response.once('close', () => clearTimeout(timer));
}

/**
 * Breaks an answer off such that the client notices that it is incomplete. A chunked answer is visibly broken without its last chunk; for
 * HTTP/1.0 that takes a reset.
 */
export function cutOff(response: ServerResponse): void {
  if (response.req.httpVersionMinor === 0 && response.req.httpVersionMajor === 1)
    response.socket?.resetAndDestroy();
  response.destroy();
}
