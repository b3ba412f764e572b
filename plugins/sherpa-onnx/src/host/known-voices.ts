import type { VoiceOptions } from '../options.ts';

/** Voices that a configuration may name by their code alone. */
export const KNOWN_VOICES: Readonly<Record<string, VoiceOptions>> = {
  joe: {
    code: 'joe',
    name: 'Joe',
    gender: 'male',
    languageCode: 'en-US',
    model: 'piper-en-us-joe-medium',
    nativeRateHz: 22_050,
  },
};
