import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { SpeechError } from '@parlance/core/errors';

export interface WriteRules {
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /** How long the client may leave what was sent unread. */
  readonly stallTimeoutMs: number;
}

/** Writes one piece; resolves when there is room for the next. @throws when the client left or reads nothing for too long */
export async function writeBytes(
  response: ServerResponse,
  bytes: Uint8Array | string,
  { signal, stallTimeoutMs }: WriteRules,
): Promise<void> {
  if (signal.aborted) throw SpeechError.aborted(signal);
  if (response.write(bytes)) return;
  await once(response, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(stallTimeoutMs)]) });
}

/**
 * Ends an answer in a way that nobody takes for its end. Without its last chunk a chunked one is broken for all to see; an
 * HTTP/1.0 one needs a reset for that.
 */
export function cutOff(response: ServerResponse): void {
  if (response.req.httpVersionMinor === 0 && response.req.httpVersionMajor === 1)
    response.socket?.resetAndDestroy();
  response.destroy();
}
