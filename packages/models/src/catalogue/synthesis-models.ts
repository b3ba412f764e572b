import type { CatalogueEntry } from './catalogue-entry.ts';
import { KOKORO_FILES, KOKORO_INT8 } from './kokoro-int8.ts';
import { KOKORO_ENGLISH_SPEAKERS, KOKORO_V019_SPEAKERS, kokoroVoices } from './kokoro-voices.ts';
import type { ModelVoice } from './model-voice.ts';
import { releaseArchive, releaseFile } from './upstream-sources.ts';

const APACHE = { licence: 'Apache-2.0', licenceUrl: 'https://www.apache.org/licenses/LICENSE-2.0' };

const KOKORO_MULTI_FILES = {
  ...KOKORO_FILES,
  lexiconEnglishUs: 'lexicon-us-en.txt',
  lexiconEnglishGb: 'lexicon-gb-en.txt',
  lexiconChinese: 'lexicon-zh.txt',
  ruleDateChinese: 'date-zh.fst',
  ruleNumberChinese: 'number-zh.fst',
  rulePhoneChinese: 'phone-zh.fst',
} as const;

/** The model's four pairs: a male and a female voice for each number. */
const KITTEN_VOICES: readonly ModelVoice[] = [2, 3, 4, 5].flatMap((number, pair) =>
  (['male', 'female'] as const).map((gender, place) => ({
    code: `kitten-${number}-${gender}`,
    name: `Kitten ${number}`,
    gender,
    languageCode: 'en-US',
    nativeRateHz: 24_000,
    speakerId: 2 * pair + place,
  })),
);

/** Voices of families other than Piper, and the vocoder that one of them needs. */
export const SYNTHESIS_MODELS: readonly CatalogueEntry[] = [
  KOKORO_INT8,
  {
    id: 'kokoro-multi-lang-v1.0',
    title: 'Kokoro 82M v1.0, 53 speakers',
    kind: 'synthesis',
    family: 'kokoro',
    languages: ['en-US', 'en-GB', 'cmn-CN'],
    ...APACHE,
    sizeBytes: 355_000_000,
    files: KOKORO_MULTI_FILES,
    requires: ['espeak-ng-data'],
    voices: kokoroVoices(KOKORO_ENGLISH_SPEAKERS, '-fp32'),
    sources: [
      releaseArchive('tts-models', 'kokoro-multi-lang-v1_0', 349_000_000, [
        { from: 'model.onnx', to: 'model.onnx', sizeBytes: 326_000_000 },
        { from: 'voices.bin', to: 'voices.bin', sizeBytes: 27_700_000 },
        ...Object.values(KOKORO_MULTI_FILES)
          .filter((name) => name !== 'model.onnx' && name !== 'voices.bin')
          .map((name) => ({ from: name, to: name })),
      ]),
    ],
    isTried: false,
  },
  {
    id: 'kokoro-en-v0.19',
    title: 'Kokoro 82M v0.19, English, 11 speakers',
    kind: 'synthesis',
    family: 'kokoro',
    languages: ['en-US', 'en-GB'],
    ...APACHE,
    sizeBytes: 351_000_000,
    files: KOKORO_FILES,
    requires: ['espeak-ng-data'],
    voices: kokoroVoices(KOKORO_V019_SPEAKERS, '-v019'),
    sources: [
      releaseArchive('tts-models', 'kokoro-en-v0_19', 320_000_000, [
        { from: 'model.onnx', to: 'model.onnx', sizeBytes: 345_000_000 },
        { from: 'voices.bin', to: 'voices.bin', sizeBytes: 5_700_000 },
        { from: 'tokens.txt', to: 'tokens.txt' },
      ]),
    ],
    isTried: false,
  },
  {
    id: 'kitten-nano-en-v0.2',
    title: 'KittenTTS nano v0.2, English, 8 speakers',
    kind: 'synthesis',
    family: 'kitten',
    languages: ['en-US'],
    ...APACHE,
    sizeBytes: 24_000_000,
    files: { model: 'model.fp16.onnx', voices: 'voices.bin', tokens: 'tokens.txt' },
    requires: ['espeak-ng-data'],
    voices: KITTEN_VOICES,
    sources: [
      releaseArchive('tts-models', 'kitten-nano-en-v0_2-fp16', 26_586_708, [
        { from: 'model.fp16.onnx', to: 'model.fp16.onnx', sizeBytes: 23_800_000 },
        { from: 'voices.bin', to: 'voices.bin' },
        { from: 'tokens.txt', to: 'tokens.txt' },
      ]),
    ],
    isTried: false,
  },
  {
    id: 'matcha-en-us-ljspeech',
    title: 'Matcha-TTS LJSpeech, English',
    kind: 'synthesis',
    family: 'matcha',
    languages: ['en-US'],
    ...APACHE,
    licenceNotice:
      'The archive has no licence file. The weights come from icefall (Apache-2.0); the LJSpeech recordings are in the public domain.',
    sizeBytes: 76_000_000,
    files: { acousticModel: 'model-steps-3.onnx', tokens: 'tokens.txt' },
    requires: ['espeak-ng-data', 'vocos-22khz-univ'],
    voices: [
      {
        code: 'ljspeech',
        name: 'LJ Speech',
        gender: 'female',
        languageCode: 'en-US',
        nativeRateHz: 22_050,
      },
    ],
    sources: [
      releaseArchive('tts-models', 'matcha-icefall-en_US-ljspeech', 77_000_000, [
        { from: 'model-steps-3.onnx', to: 'model-steps-3.onnx', sizeBytes: 75_600_000 },
        { from: 'tokens.txt', to: 'tokens.txt' },
      ]),
    ],
    isTried: false,
  },
  {
    id: 'vocos-22khz-univ',
    title: 'Vocos vocoder, 22.05 kHz',
    kind: 'data',
    family: 'vocoder',
    languages: [],
    licence: 'MIT',
    licenceUrl: 'https://github.com/gemelo-ai/vocos/blob/main/LICENSE',
    sizeBytes: 54_000_000,
    files: { vocoder: 'vocos-22khz-univ.onnx' },
    sources: [releaseFile('vocoder-models', 'vocos-22khz-univ.onnx', 'vocos-22khz-univ.onnx', 54_000_000)],
    isTried: false,
  },
];
