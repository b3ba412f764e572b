import type { IncomingMessage } from 'node:http';
import { SpeechError } from '@parlance/core/errors';

export interface SizeWatch {
  /** Fires as soon as the upload is too large; its reason is the SpeechError to answer with. */
  readonly signal: AbortSignal;
  stop(): void;
}

/**
 * Counts the body of a request as it arrives: the parser reads over what it has no use for (a preamble, say) and tells nobody.
 * The request is paused until its reader comes.
 *
 * @param limitBytes a body of this many is refused
 */
export function watchSize(request: IncomingMessage, limitBytes: number): SizeWatch {
  const tooLarge = new AbortController();
  let bodyBytes = 0;
  const count = (piece: Uint8Array): void => {
    bodyBytes += piece.byteLength;
    if (bodyBytes >= limitBytes) tooLarge.abort(formTooLarge(limitBytes));
  };
  // A listener would set it going, and what comes before the reader would be lost to it.
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
