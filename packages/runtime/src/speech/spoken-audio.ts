import type { AudioFormat } from '@parlance/core/audio';
import type { Voice } from '@parlance/core/engine';
import { contentTypeOf, type TimedWord } from '@parlance/core/synthesis';

/**
 * The audio of a text. Synthesis starts when it is iterated or when `file` is called; only one of the two is possible,
 * and only once.
 */
export interface SpokenAudio extends AsyncIterable<Uint8Array> {
  readonly requestId: string;
  readonly voice: Voice;
  readonly format: AudioFormat;
  readonly contentType: string;
  /**
   * Code points of the trimmed text; for a text that is still being written, those so far; for SSML, those that are spoken, known
   * from the first audio on.
   */
  readonly characters: number;
  /** What is read differently from the SSML, each with its line and column; known from the first audio on. */
  readonly warnings: readonly string[];
  /** The marks of the SSML that the audio read so far has reached. */
  readonly marks: readonly SpeechMark[];
  /** With `timings: "word"`: when each word is said. Complete when all of the audio has been read. */
  readonly words: readonly TimedWord[];
  /**
   * Synthesizes the whole text.
   *
   * @returns a complete file; a WAV header has the true length, which the streamed form can't know
   */
  file(): Promise<Uint8Array>;
}

/** A `<mark>` of SSML, and where in the audio the next word begins. */
export interface SpeechMark {
  readonly name: string;
  readonly seconds: number;
}

/** Properties of a text that are known only while its audio is read. */
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
