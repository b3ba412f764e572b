import { recordingTooLarge } from '../audio/recording-too-large.ts';
import { SpeechError } from '../errors/speech-error.ts';
import type { Egress } from '../requests/egress/egress.ts';

export interface AddressLimit {
  /** The size must be below this: a recording of exactly this many bytes is refused. */
  readonly limitBytes: number;
  /** When the limit applies, if it does not always. */
  readonly where?: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Fetches the recording at an `audioUrl`. If it is too large, the error is the same as for an upload.
 *
 * @throws SpeechError see {@link Egress.fetchRecording}
 */
export async function* fetchAtAddress(
  egress: Pick<Egress, 'fetchRecording'>,
  url: string,
  { limitBytes, where, signal }: AddressLimit,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* egress.fetchRecording(url, { maxBytes: limitBytes - 1, signal });
  } catch (cause) {
    if (SpeechError.is(cause) && cause.code === 'AUDIO_TOO_LARGE') {
      throw recordingTooLarge('audioUrl', limitBytes, where);
    }
    throw cause;
  }
}
