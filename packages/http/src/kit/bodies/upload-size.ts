import type { IncomingMessage } from 'node:http';
import { SpeechError } from '@parlance/core/errors';

export interface SizeWatch {
  /** Aborts as soon as the upload is too large; its reason is the SpeechError to answer with. */
  readonly signal: AbortSignal;
  stop(): void;
}

/**
 * Counts the body of a request as it arrives, because the parser silently skips what it does not need, such as a preamble.
 * The request is paused until it is read.
 *
 * @param limitBytes the size must be below this
 */
export function watchSize(request: IncomingMessage, limitBytes: number): SizeWatch {
  const tooLarge = new AbortController();
  let bodyBytes = 0;
  const count = (piece: Uint8Array): void => {
    bodyBytes += piece.byteLength;
    if (bodyBytes >= limitBytes) tooLarge.abort(formTooLarge(limitBytes));
  };
  // A listener would start the flow, and the bytes before the reader begins would be lost.
  request.pause();
  request.on('data', count);
  return { signal: tooLarge.signal, stop: () => void request.off('data', count) };
}

function formTooLarge(limitBytes: number): SpeechError {
  return new SpeechError(
    'INVALID_INPUT',
    `The form must be smaller than ${limitBytes / 1_000_000} MB (${limitBytes} bytes).`,
    { limitBytes },
  );
}
