import type { AudioFormat } from '@parlance/core/audio';
import type { Voice } from '@parlance/core/engine';
import { contentTypeOf } from '@parlance/core/synthesis';

/**
 * A text that is being spoken. Nothing starts before it is iterated or asked for its file, and only one of the two can be
 * done, once.
 */
export interface SpokenAudio extends AsyncIterable<Uint8Array> {
  readonly requestId: string;
  readonly voice: Voice;
  readonly format: AudioFormat;
  readonly contentType: string;
  /** Code points of the trimmed text; of one that is still being written, those that have come. */
  readonly characters: number;
  /**
   * Speaks it whole.
   *
   * @returns a complete file; a WAV one carries its true length, which the streamed form can't know
   */
  file(): Promise<Uint8Array>;
}

export interface SpokenAudioParts {
  readonly requestId: string;
  readonly voice: Voice;
  readonly format: AudioFormat;
  readonly characters: () => number;
  readonly start: (options: { readonly streaming: boolean }) => AsyncIterable<Uint8Array>;
}

export function createSpokenAudio({ start, characters, ...facts }: SpokenAudioParts): SpokenAudio {
  return {
    ...facts,
    get characters() {
      return characters();
    },
    contentType: contentTypeOf(facts.format),
    [Symbol.asyncIterator]: () => start({ streaming: true })[Symbol.asyncIterator](),
    async file() {
      return Buffer.concat(await Array.fromAsync(start({ streaming: false })));
    },
  };
}
