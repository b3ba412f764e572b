import type { CatalogueEntry } from './catalogue-entry.ts';
import { piperVoiceUrl, releaseArchive } from './upstream-sources.ts';

/** Once installed, whatever the source. */
export const PIPER_FILES = { model: 'model.onnx', tokens: 'tokens.txt', config: 'voice.onnx.json' } as const;

/** Voices of medium quality are one network: their files differ by a few bytes only. */
const MEDIUM_BYTES = 63_500_000;
const X_LOW_BYTES = 20_600_000;

interface PiperVoice {
  readonly voice: string;
  readonly title: string;
  readonly language: string;
  readonly licence: string;
  readonly licenceUrl: string;
  readonly licenceNotice?: string;
  readonly modelBytes?: number;
}

const CC0 = { licence: 'CC0-1.0', licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/' };
const CC_BY = { licence: 'CC-BY-4.0', licenceUrl: 'https://creativecommons.org/licenses/by/4.0/' };
const card = (voice: string) => piperVoiceUrl(voice, '.onnx').replace(/[^/]+$/, 'MODEL_CARD');

const VOICES: readonly PiperVoice[] = [
  { voice: 'de_DE-thorsten-medium', title: 'Thorsten, German', language: 'de-DE', ...CC0 },
  { voice: 'fr_FR-siwis-medium', title: 'Siwis, French', language: 'fr-FR', ...CC_BY },
  { voice: 'es_ES-davefx-medium', title: 'DaveFX, Spanish', language: 'es-ES', ...CC0 },
  {
    voice: 'it_IT-paola-medium',
    title: 'Paola, Italian',
    language: 'it-IT',
    licence: 'LicenseRef-piper-it-paola',
    licenceUrl: card('it_IT-paola-medium'),
    licenceNotice: 'The model card refers to the page of its data set for the terms.',
  },
  { voice: 'pt_BR-faber-medium', title: 'Faber, Brazilian Portuguese', language: 'pt-BR', ...CC0 },
  {
    voice: 'uk_UA-lada-x_low',
    title: 'Lada, Ukrainian',
    language: 'uk-UA',
    licence: 'Apache-2.0',
    licenceUrl: card('uk_UA-lada-x_low'),
    modelBytes: X_LOW_BYTES,
  },
  { voice: 'ru_RU-denis-medium', title: 'Denis, Russian', language: 'ru-RU', ...CC0 },
  {
    voice: 'hi_IN-pratham-medium',
    title: 'Pratham, Hindi',
    language: 'hi-IN',
    licence: 'CC-BY-NC-SA-4.0',
    licenceUrl: 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
    licenceNotice: 'Not for commercial use.',
  },
  { voice: 'vi_VN-vais1000-medium', title: 'VAIS1000, Vietnamese', language: 'vi-VN', ...CC_BY },
  {
    voice: 'zh_CN-huayan-medium',
    title: 'Huayan, Mandarin',
    language: 'cmn-CN',
    licence: 'LicenseRef-unknown',
    licenceUrl: card('zh_CN-huayan-medium'),
    licenceNotice: 'The model card says that the licence of its data set is unknown.',
  },
  { voice: 'pl_PL-gosia-medium', title: 'Gosia, Polish', language: 'pl-PL', ...CC0 },
  { voice: 'tr_TR-fettah-medium', title: 'Fettah, Turkish', language: 'tr-TR', ...CC0 },
  { voice: 'sv_SE-nst-medium', title: 'NST, Swedish', language: 'sv-SE', ...CC0 },
];

/** Piper voices, each as an archive with the metadata in place, and as upstream's own two files. */
export const PIPER_VOICES: readonly CatalogueEntry[] = VOICES.map((entry) => {
  const { voice, language, modelBytes = MEDIUM_BYTES } = entry;
  return {
    id: `piper-${voice.toLowerCase().replaceAll('_', '-')}`,
    title: `${entry.title} (Piper)`,
    kind: 'synthesis',
    family: 'vits-piper',
    languages: [language],
    licence: entry.licence,
    licenceUrl: entry.licenceUrl,
    ...(entry.licenceNotice === undefined ? {} : { licenceNotice: entry.licenceNotice }),
    sizeBytes: modelBytes + 7_000,
    files: PIPER_FILES,
    requires: ['espeak-ng-data'],
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
