import type { AudioFormat } from '../../audio/output-format.ts';
import type { Voice } from '../../engine/voice.ts';

/** A live synthesis whose first audio is ready: from now on an error can only break the stream off. */
export interface LiveSynthesis {
  readonly voice: Voice;
  readonly format: AudioFormat;
  readonly contentType: string;
  /** Code points of the trimmed text; for SSML, those that are spoken. */
  readonly characters: number;
  /** What is read differently from the SSML. Absent: nothing, or plain text. */
  readonly warnings?: readonly string[];
  /** Decimal string, exact. */
  readonly credits: string;
  /**
   * The encoded audio in chunks, which the consumer owns. To be iterated once; leaving the loop stops the synthesis.
   *
   * @throws SpeechError if an engine fails in the middle: what was sent must then not look like a complete file
   */
  readonly audio: AsyncIterable<Uint8Array>;
}
