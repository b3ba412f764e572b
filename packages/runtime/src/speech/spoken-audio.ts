import type { AudioFormat } from '@parlance/core/audio';
import type { Voice } from '@parlance/core/engine';
import { contentTypeOf, type TimedWord } from '@parlance/core/synthesis';

/**
 * A text that is being spoken. Nothing starts before it is iterated or asked for its file, and only one of the two can be
 * done, once.
 */
export interface SpokenAudio extends AsyncIterable<Uint8Array> {
  readonly requestId: string;
  readonly voice: Voice;
  readonly format: AudioFormat;
  readonly contentType: string;
  /**
   * Code points of the trimmed text; of one that is still being written, those that have come; of SSML those that are spoken, known
   * once the first audio has come.
   */
  readonly characters: number;
  /** What was read otherwise than the SSML says, each with its place; known once the first audio has come. */
  readonly warnings: readonly string[];
  /** The marks of the SSML that the audio read so far has come to. */
  readonly marks: readonly SpeechMark[];
  /** With `timings: "word"`: when each word is said. Complete once all of the audio was read. */
  readonly words: readonly TimedWord[];
  /**
   * Speaks it whole.
   *
   * @returns a complete file; a WAV one carries its true length, which the streamed form can't know
   */
  file(): Promise<Uint8Array>;
}

/** A `<mark>` of SSML, and where in the audio the word behind it begins. */
export interface SpeechMark {
  readonly name: string;
  readonly seconds: number;
}

/** What is known of a text only while it is read. */
export interface SpokenFacts {
  readonly characters: number;
  readonly warnings: readonly string[];
  readonly marks: readonly SpeechMark[];
  readonly words: readonly TimedWord[];
}

export interface SpokenAudioParts {
  readonly requestId: string;
  readonly voice: Voice;
  readonly format: AudioFormat;
  readonly read: () => SpokenFacts;
  readonly start: (options: { readonly streaming: boolean }) => AsyncIterable<Uint8Array>;
}

export function createSpokenAudio({ start, read, ...facts }: SpokenAudioParts): SpokenAudio {
  return {
    ...facts,
    get characters() {
      return read().characters;
    },
    get warnings() {
      return read().warnings;
    },
    get marks() {
      return read().marks;
    },
    get words() {
      return read().words;
    },
    contentType: contentTypeOf(facts.format),
    [Symbol.asyncIterator]: () => start({ streaming: true })[Symbol.asyncIterator](),
    async file() {
      return Buffer.concat(await Array.fromAsync(start({ streaming: false })));
    },
  };
}
