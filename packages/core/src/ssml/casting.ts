import type { Voice } from '../engine/voice.ts';

/** Which voices may speak parts of a text. */
export interface Casting {
  /** Of what names no other. */
  readonly voice: Voice;
  /** @returns the first of the names that there is @throws SpeechError as for a `voiceCode` that does not exist */
  named(codes: readonly string[]): Voice;
  /** The present voice if it matches, else the best that does; `undefined` when none does. */
  matching(wish: {
    readonly language: string;
    readonly gender?: string | undefined;
    readonly present: Voice;
  }): Voice | undefined;
}
