import { CATALOGUE, type ModelVoice } from '@parlance/models';

export interface KnownVoice extends ModelVoice {
  /** Id in the catalogue. */
  readonly model: string;
}

/** The voices of the catalogue's models, by code, which is enough to name them in a configuration. */
export const KNOWN_VOICES: Readonly<Record<string, KnownVoice>> = Object.fromEntries(
  CATALOGUE.flatMap(({ id, voices = [] }) => voices.map((voice) => [voice.code, { ...voice, model: id }])),
);
