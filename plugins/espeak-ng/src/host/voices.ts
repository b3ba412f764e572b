import type { Gender, Voice } from '@parlance/core/engine';
import { ESPEAK_LANGUAGES, type SpokenLanguage } from './languages.ts';
import { soundsOf } from './sounds.ts';

export const ENGINE_ID = 'espeak-ng';

/** The licence of eSpeak NG and its data, from their COPYING file. */
const LICENCE = 'GPL-3.0-or-later';
export const NATIVE_RATE_HZ = 22_050;

const GENDERS = ['male', 'female'] as const satisfies readonly Gender[];
/** A suffix of a voice's name that raises pitch and formants; the third female variant is the clearest. */
export const VARIANTS: Readonly<Record<Gender, string>> = { male: '', female: '+f3' };

/** A catalogue entry, and eSpeak NG's name for it. */
export interface EspeakVoice extends Voice {
  /** Such as `fi+f3`. */
  readonly espeakVoice: string;
}

const SPOKEN = Object.keys(ESPEAK_LANGUAGES) as readonly SpokenLanguage[];

const ESPEAK_VOICES: readonly EspeakVoice[] = SPOKEN.flatMap((languageCode) =>
  GENDERS.map((gender) => {
    const { accent, espeakVoice } = ESPEAK_LANGUAGES[languageCode];
    return Object.freeze({
      code: `espeak-${languageCode.toLowerCase()}-${gender}`,
      name: `eSpeak ${accent}, ${gender}`,
      gender,
      languageCode,
      nativeRateHz: NATIVE_RATE_HZ,
      creditFactor: '1',
      ownership: 'SERVICE',
      supportsEmphasis: true,
      sounds: Object.freeze([...soundsOf(espeakVoice).keys()]),
      engine: ENGINE_ID,
      quality: 'basic',
      licence: LICENCE,
      espeakVoice: espeakVoice + VARIANTS[gender],
    });
  }),
);

const byCode = new Map(ESPEAK_VOICES.map((voice) => [voice.code, voice]));

/** The catalogue entries: a male and a female voice for each language code that is spoken. */
export const VOICES: readonly Voice[] = ESPEAK_VOICES.map(({ espeakVoice: _, ...voice }) =>
  Object.freeze(voice),
);

export function findVoice(code: string): EspeakVoice | undefined {
  return byCode.get(code);
}
