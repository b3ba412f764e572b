import { CATALOGUE } from '@parlance/models';
import type { VoiceOptions } from '../options.ts';

/** The voices of the catalogue's models, by code: a configuration may name them by that alone. */
export const KNOWN_VOICES: Readonly<Record<string, VoiceOptions>> = Object.fromEntries(
  CATALOGUE.flatMap(({ id, voices = [] }) => voices.map((voice) => [voice.code, { ...voice, model: id }])),
);
