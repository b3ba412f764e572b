import { recordingTooLarge } from '../audio/recording-too-large.ts';
import { SpeechError } from '../errors/speech-error.ts';
import type { Egress } from '../requests/egress/egress.ts';

export interface AddressLimit {
  /** A recording of this many bytes is refused. */
  readonly limitBytes: number;
  /** Says when the limit holds, when it does not always. */
  readonly where?: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Fetches the recording at an `audioUrl`. One that is too large is told of as an upload would be.
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
