import type { Voice } from '../engine/voice.ts';

/** The voices that may speak parts of a text. */
export interface Casting {
  /** The voice of text that names no other. */
  readonly voice: Voice;
  /** @returns the first of the voices that exists @throws SpeechError as for a `voiceCode` that does not exist */
  named(codes: readonly string[]): Voice;
  /** The current voice if it matches, otherwise the best one that does; `undefined` if none does. */
  matching(wish: {
    readonly language: string;
    readonly gender?: string | undefined;
    readonly present: Voice;
  }): Voice | undefined;
}
