import type { AudioFormat } from '../../audio/output-format.ts';
import type { Voice } from '../../engine/voice.ts';

/** A live synthesis whose first audio is ready: from here on an error can only break the stream. */
export interface LiveSynthesis {
  readonly voice: Voice;
  readonly format: AudioFormat;
  readonly contentType: string;
  /** Code points of the trimmed text; of SSML those that are spoken. */
  readonly characters: number;
  /** What was read otherwise than the SSML says. Absent: nothing, or plain text. */
  readonly warnings?: readonly string[];
  /** Decimal string, exact. */
  readonly credits: string;
  /**
   * The encoded audio, piece by piece, each piece the consumer's. To be iterated once; leaving the loop stops the synthesis.
   *
   * @throws SpeechError when an engine fails in the middle: what was sent must then not look like a whole file
   */
  readonly audio: AsyncIterable<Uint8Array>;
}
