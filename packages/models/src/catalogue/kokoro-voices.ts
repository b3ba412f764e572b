import type { Gender, LanguageCode } from '@parlance/core';
import type { ModelVoice } from './model-voice.ts';

const KOKORO_RATE_HZ = 24_000;

/** The first letter of a speaker's name says the language, the second the gender. */
const LANGUAGES: Readonly<Record<string, LanguageCode>> = { a: 'en-US', b: 'en-GB' };
const GENDERS: Readonly<Record<string, Gender>> = { f: 'female', m: 'male' };

/** The English speakers of Kokoro 1.0, in the order of its file of voices. */
export const KOKORO_ENGLISH_SPEAKERS: readonly string[] = (
  'af_alloy af_aoede af_bella af_heart af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky ' +
  'am_adam am_echo am_eric am_fenrir am_liam am_michael am_onyx am_puck am_santa ' +
  'bf_alice bf_emma bf_isabella bf_lily bm_daniel bm_fable bm_george bm_lewis'
).split(' ');

/** The speakers of Kokoro 0.19, in the order of its file of voices. The first is a blend of two others. */
export const KOKORO_V019_SPEAKERS: readonly string[] =
  'af af_bella af_nicole af_sarah af_sky am_adam am_michael bf_emma bf_isabella bm_george bm_lewis'.split(
    ' ',
  );

/**
 * @param speakers as the model calls them, in the order of its file of voices
 * @param suffix makes codes unique where several releases have the same speakers
 */
export function kokoroVoices(speakers: readonly string[], suffix = ''): readonly ModelVoice[] {
  return speakers.flatMap((speaker, speakerId) => {
    const [language, gender] = [LANGUAGES[speaker.charAt(0)], GENDERS[speaker.charAt(1)]];
    if (language === undefined || gender === undefined) return [];
    return [
      {
        code: `${speaker}${suffix}`,
        name: nameOf(speaker),
        gender,
        languageCode: language,
        nativeRateHz: KOKORO_RATE_HZ,
        speakerId,
      },
    ];
  });
}

function nameOf(speaker: string): string {
  const name = speaker.split('_')[1] ?? 'Bella and Sarah';
  return name.charAt(0).toUpperCase() + name.slice(1);
}
