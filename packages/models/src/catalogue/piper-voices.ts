import type { Gender } from '@parlance/core/engine';
import type { LanguageCode } from '@parlance/core/text';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { piperVoiceUrl, releaseArchive } from './upstream-sources.ts';

/** File names in the installed model, for every source. */
export const PIPER_FILES = { model: 'model.onnx', tokens: 'tokens.txt', config: 'voice.onnx.json' } as const;

/** Sample rates by the quality in a voice's name. */
export const PIPER_RATES_HZ = { medium: 22_050, x_low: 16_000 } as const;
/** Voices of a quality have the same network architecture, so the sizes of their files differ only by a few bytes. */
const PIPER_BYTES = { medium: 63_500_000, x_low: 20_600_000 } as const;

interface PiperVoice {
  /** Upstream's locale, name and quality; the name is the voice's code. */
  readonly voice: string;
  readonly name: string;
  readonly gender: Gender;
  readonly language: LanguageCode;
  readonly languageName: string;
  readonly licence: string;
  readonly licenceUrl: string;
  readonly licenceNotice?: string;
}

const CC0 = { licence: 'CC0-1.0', licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/' };
const CC_BY = { licence: 'CC-BY-4.0', licenceUrl: 'https://creativecommons.org/licenses/by/4.0/' };
const card = (voice: string) => piperVoiceUrl(voice, '.onnx').replace(/[^/]+$/, 'MODEL_CARD');

const VOICES: readonly PiperVoice[] = [
  {
    voice: 'de_DE-thorsten-medium',
    name: 'Thorsten',
    gender: 'male',
    language: 'de-DE',
    languageName: 'German',
    ...CC0,
  },
  {
    voice: 'fr_FR-siwis-medium',
    name: 'Siwis',
    gender: 'female',
    language: 'fr-FR',
    languageName: 'French',
    ...CC_BY,
  },
  {
    voice: 'es_ES-davefx-medium',
    name: 'DaveFX',
    gender: 'male',
    language: 'es-ES',
    languageName: 'Spanish',
    ...CC0,
  },
  {
    voice: 'it_IT-paola-medium',
    name: 'Paola',
    gender: 'female',
    language: 'it-IT',
    languageName: 'Italian',
    licence: 'LicenseRef-piper-it-paola',
    licenceUrl: card('it_IT-paola-medium'),
    licenceNotice: 'The model card refers to the page of its data set for the terms.',
  },
  {
    voice: 'pt_BR-faber-medium',
    name: 'Faber',
    gender: 'male',
    language: 'pt-BR',
    languageName: 'Brazilian Portuguese',
    ...CC0,
  },
  {
    voice: 'uk_UA-lada-x_low',
    name: 'Lada',
    gender: 'female',
    language: 'uk-UA',
    languageName: 'Ukrainian',
    licence: 'Apache-2.0',
    licenceUrl: card('uk_UA-lada-x_low'),
  },
  {
    voice: 'ru_RU-denis-medium',
    name: 'Denis',
    gender: 'male',
    language: 'ru-RU',
    languageName: 'Russian',
    ...CC0,
  },
  {
    voice: 'hi_IN-pratham-medium',
    name: 'Pratham',
    gender: 'male',
    language: 'hi-IN',
    languageName: 'Hindi',
    licence: 'CC-BY-NC-SA-4.0',
    licenceUrl: 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
    licenceNotice: 'Not for commercial use.',
  },
  {
    voice: 'vi_VN-vais1000-medium',
    name: 'VAIS1000',
    gender: 'female',
    language: 'vi-VN',
    languageName: 'Vietnamese',
    ...CC_BY,
  },
  {
    voice: 'zh_CN-huayan-medium',
    name: 'Huayan',
    gender: 'female',
    language: 'cmn-CN',
    languageName: 'Mandarin',
    licence: 'LicenseRef-unknown',
    licenceUrl: card('zh_CN-huayan-medium'),
    licenceNotice: 'The model card says that the licence of its data set is unknown.',
  },
  {
    voice: 'pl_PL-gosia-medium',
    name: 'Gosia',
    gender: 'female',
    language: 'pl-PL',
    languageName: 'Polish',
    ...CC0,
  },
  {
    voice: 'tr_TR-fettah-medium',
    name: 'Fettah',
    gender: 'male',
    language: 'tr-TR',
    languageName: 'Turkish',
    ...CC0,
  },
  {
    voice: 'sv_SE-nst-medium',
    name: 'NST',
    gender: 'male',
    language: 'sv-SE',
    languageName: 'Swedish',
    ...CC0,
  },
];

/** Piper voices, each as an archive with embedded metadata, and as upstream's own two files. */
export const PIPER_VOICES: readonly CatalogueEntry[] = VOICES.map((entry) => {
  const { voice, name, language } = entry;
  const quality = voice.endsWith('-x_low') ? 'x_low' : 'medium';
  const modelBytes = PIPER_BYTES[quality];
  return {
    id: `piper-${voice.toLowerCase().replaceAll('_', '-')}`,
    title: `${name}, ${entry.languageName} (Piper)`,
    kind: 'synthesis',
    family: 'vits-piper',
    languages: [language],
    licence: entry.licence,
    licenceUrl: entry.licenceUrl,
    ...(entry.licenceNotice === undefined ? {} : { licenceNotice: entry.licenceNotice }),
    sizeBytes: modelBytes + 7_000,
    files: PIPER_FILES,
    requires: ['espeak-ng-data'],
    voices: [
      {
        code: name.toLowerCase(),
        name,
        gender: entry.gender,
        languageCode: language,
        nativeRateHz: PIPER_RATES_HZ[quality],
      },
    ],
    sources: [
      releaseArchive('tts-models', `vits-piper-${voice}`, modelBytes + 3_700_000, [
        { from: `${voice}.onnx`, to: PIPER_FILES.model, sizeBytes: modelBytes },
        { from: 'tokens.txt', to: PIPER_FILES.tokens },
        { from: `${voice}.onnx.json`, to: PIPER_FILES.config },
      ]),
      {
        kind: 'https',
        downloadBytes: modelBytes + 5_000,
        files: [
          { from: piperVoiceUrl(voice, '.onnx'), to: 'voice.onnx', sha256: null, sizeBytes: modelBytes },
          { from: piperVoiceUrl(voice, '.onnx.json'), to: 'voice.onnx.json', sha256: null, sizeBytes: null },
        ],
        convert: {
          kind: 'piper',
          makes: [
            { to: PIPER_FILES.model, sha256: null, sizeBytes: null },
            { to: PIPER_FILES.tokens, sha256: null, sizeBytes: null },
          ],
        },
      },
    ],
    isTried: false,
  };
});
