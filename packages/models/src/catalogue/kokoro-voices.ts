import type { Gender } from '@parlance/core/engine';
import type { LanguageCode } from '@parlance/core/text';
import type { ModelVoice } from './model-voice.ts';

const KOKORO_RATE_HZ = 24_000;

/**
 * The first letter of a speaker's name is the language, the second the gender. Japanese (j) and Mandarin (z) are missing, since
 * eSpeak NG does not read kanji, and writes tones in another way than Kokoro's training data.
 */
const LANGUAGES: Readonly<Record<string, LanguageCode>> = {
  a: 'en-US',
  b: 'en-GB',
  e: 'es-ES',
  f: 'fr-FR',
  h: 'hi-IN',
  i: 'it-IT',
  p: 'pt-BR',
};
const GENDERS: Readonly<Record<string, Gender>> = { f: 'female', m: 'male' };

const words = (text: string): readonly string[] => text.split(' ');

/** The English speakers of Kokoro 1.0, with which every release begins. */
export const KOKORO_ENGLISH_SPEAKERS = words(
  'af_alloy af_aoede af_bella af_heart af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky ' +
    'am_adam am_echo am_eric am_fenrir am_liam am_michael am_onyx am_puck am_santa ' +
    'bf_alice bf_emma bf_isabella bf_lily bm_daniel bm_fable bm_george bm_lewis',
);

/** All speakers of Kokoro 1.0, in the order of our voices file. */
export const KOKORO_SPEAKERS = [
  ...KOKORO_ENGLISH_SPEAKERS,
  ...words(
    'ef_dora em_alex em_santa ff_siwis hf_alpha hf_beta hm_omega hm_psi if_sara im_nicola ' +
      'jf_alpha jf_gongitsune jf_nezumi jf_tebukuro jm_kumo pf_dora pm_alex pm_santa ' +
      'zf_xiaobei zf_xiaoni zf_xiaoxiao zf_xiaoyi zm_yunjian zm_yunxi zm_yunxia zm_yunyang',
  ),
];

/** The speakers of Kokoro 0.19, in the order of its voices file. The first is a blend of two others. */
export const KOKORO_V019_SPEAKERS = words(
  'af af_bella af_nicole af_sarah af_sky am_adam am_michael bf_emma bf_isabella bm_george bm_lewis',
);

/** Upstream rates these best; the first is its own example. */
const BEST_SPEAKERS = ['af_heart', 'af_bella', 'bf_emma', 'am_michael', 'am_fenrir', 'am_puck'];

/**
 * @param speakers the model's names, in the order of its voices file
 * @param suffix makes codes unique if several releases have the same speakers
 * @returns the voices whose language sherpa-onnx supports, best first
 */
export function kokoroVoices(speakers: readonly string[], suffix = ''): readonly ModelVoice[] {
  const best = BEST_SPEAKERS.filter((speaker) => speakers.includes(speaker));
  return [...new Set([...best, ...speakers])].flatMap((speaker) => {
    const [language, gender] = [LANGUAGES[speaker.charAt(0)], GENDERS[speaker.charAt(1)]];
    if (language === undefined || gender === undefined) return [];
    return [
      {
        code: `${speaker}${suffix}`,
        name: nameOf(speaker),
        gender,
        languageCode: language,
        nativeRateHz: KOKORO_RATE_HZ,
        speakerId: speakers.indexOf(speaker),
      },
    ];
  });
}

function nameOf(speaker: string): string {
  const name = speaker.split('_')[1] ?? 'Bella and Sarah';
  return name.charAt(0).toUpperCase() + name.slice(1);
}
