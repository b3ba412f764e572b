import { CATALOGUE, type ModelVoice } from '@parlance/models';

export interface KnownVoice extends ModelVoice {
  /** Id in the catalogue. */
  readonly model: string;
}

/** The voices of the catalogue's models, by code: a configuration may name them by that alone. */
export const KNOWN_VOICES: Readonly<Record<string, KnownVoice>> = Object.fromEntries(
  CATALOGUE.flatMap(({ id, voices = [] }) => voices.map((voice) => [voice.code, { ...voice, model: id }])),
);
