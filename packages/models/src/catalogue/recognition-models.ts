import type { CatalogueEntry } from './catalogue-entry.ts';
import { type ArchiveMember, releaseArchive } from './upstream-sources.ts';

const APACHE = { licence: 'Apache-2.0', licenceUrl: 'https://www.apache.org/licenses/LICENSE-2.0' };
const CC_BY = { licence: 'CC-BY-4.0', licenceUrl: 'https://creativecommons.org/licenses/by/4.0/' };

/** The languages that Whisper was trained on, as two- or three-letter BCP 47 tags. */
const WHISPER_LANGUAGES = (
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml ' +
  'cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am ' +
  'yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jv su'
).split(' ');

/** The 25 European languages of Parakeet v3. */
const PARAKEET_LANGUAGES = 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk'.split(
  ' ',
);

const same = (name: string, sizeBytes?: number): ArchiveMember =>
  sizeBytes === undefined ? { from: name, to: name } : { from: name, to: name, sizeBytes };

function whisper(
  size: string,
  encoderBytes: number,
  decoderBytes: number,
  downloadBytes: number,
): CatalogueEntry {
  const [encoder, decoder, tokens] = ['encoder.int8.onnx', 'decoder.int8.onnx', 'tokens.txt'].map(
    (part) => `${size}-${part}`,
  ) as [string, string, string];
  return {
    id: `whisper-${size}`,
    title: `Whisper ${size}, int8`,
    kind: 'recognition',
    family: 'whisper',
    languages: WHISPER_LANGUAGES,
    licence: 'MIT',
    licenceUrl: 'https://github.com/openai/whisper/blob/main/LICENSE',
    sizeBytes: encoderBytes + decoderBytes + 816_730,
    files: { encoder, decoder, tokens },
    sources: [
      releaseArchive('asr-models', `sherpa-onnx-whisper-${size}`, downloadBytes, [
        same(encoder, encoderBytes),
        same(decoder, decoderBytes),
        same(tokens, 816_730),
      ]),
    ],
    isTried: false,
  };
}

function parakeet(version: 'v2' | 'v3', languages: readonly string[], downloadBytes: number): CatalogueEntry {
  return {
    id: `parakeet-tdt-0.6b-${version}`,
    title: `NVIDIA Parakeet TDT 0.6B ${version}, int8`,
    kind: 'recognition',
    family: 'nemo-transducer',
    languages,
    ...CC_BY,
    sizeBytes: 661_000_000,
    files: {
      encoder: 'encoder.int8.onnx',
      decoder: 'decoder.int8.onnx',
      joiner: 'joiner.int8.onnx',
      tokens: 'tokens.txt',
    },
    sources: [
      releaseArchive('asr-models', `sherpa-onnx-nemo-parakeet-tdt-0.6b-${version}-int8`, downloadBytes, [
        same('encoder.int8.onnx', 652_000_000),
        same('decoder.int8.onnx'),
        same('joiner.int8.onnx'),
        same('tokens.txt'),
      ]),
    ],
    isTried: false,
  };
}

/** Recognizers of whole segments. */
export const RECOGNITION_MODELS: readonly CatalogueEntry[] = [
  whisper('tiny', 12_900_000, 89_900_000, 116_000_000),
  whisper('base', 29_120_534, 130_672_026, 208_000_000),
  whisper('small', 112_000_000, 262_000_000, 639_000_000),
  {
    id: 'sense-voice-small',
    title: 'SenseVoice small, int8',
    kind: 'recognition',
    family: 'sense-voice',
    languages: ['zh', 'yue', 'en', 'ja', 'ko'],
    licence: 'LicenseRef-FunASR-Model-1.1',
    licenceUrl: 'https://github.com/modelscope/FunASR/blob/main/MODEL_LICENSE',
    licenceNotice: "FunASR's own model licence: keep the attribution and the model's name.",
    sizeBytes: 240_000_000,
    files: { model: 'model.int8.onnx', tokens: 'tokens.txt' },
    sources: [
      releaseArchive('asr-models', 'sherpa-onnx-sense-voice-zh-en-ja-ko-yue-int8-2024-07-17', 164_000_000, [
        same('model.int8.onnx', 239_000_000),
        same('tokens.txt', 315_894),
      ]),
    ],
    isTried: false,
  },
  parakeet('v2', ['en'], 482_000_000),
  parakeet('v3', PARAKEET_LANGUAGES, 487_170_055),
  {
    id: 'paraformer-zh',
    title: 'Paraformer large, Mandarin and English, int8',
    kind: 'recognition',
    family: 'paraformer',
    languages: ['zh', 'en'],
    ...APACHE,
    sizeBytes: 243_446_974,
    files: { model: 'model.int8.onnx', tokens: 'tokens.txt' },
    sources: [
      releaseArchive('asr-models', 'sherpa-onnx-paraformer-zh-2023-09-14', 234_000_000, [
        same('model.int8.onnx', 243_371_218),
        same('tokens.txt', 75_756),
      ]),
    ],
    isTried: false,
  },
];

/** Streaming recognizers. */
export const ONLINE_RECOGNITION_MODELS: readonly CatalogueEntry[] = [
  {
    id: 'streaming-zipformer-en',
    title: 'Streaming Zipformer, English, int8',
    kind: 'online-recognition',
    family: 'online-transducer',
    languages: ['en'],
    ...APACHE,
    sizeBytes: 73_500_000,
    files: { encoder: 'encoder.onnx', decoder: 'decoder.onnx', joiner: 'joiner.onnx', tokens: 'tokens.txt' },
    sources: [
      releaseArchive('asr-models', 'sherpa-onnx-streaming-zipformer-en-2023-06-26', 310_000_000, [
        {
          from: 'encoder-epoch-99-avg-1-chunk-16-left-128.int8.onnx',
          to: 'encoder.onnx',
          sizeBytes: 71_083_163,
        },
        { from: 'decoder-epoch-99-avg-1-chunk-16-left-128.onnx', to: 'decoder.onnx' },
        { from: 'joiner-epoch-99-avg-1-chunk-16-left-128.int8.onnx', to: 'joiner.onnx' },
        same('tokens.txt'),
      ]),
    ],
    isTried: false,
  },
  {
    id: 'streaming-zipformer-zh-en',
    title: 'Streaming Zipformer, Mandarin and English, int8',
    kind: 'online-recognition',
    family: 'online-transducer',
    languages: ['zh', 'en'],
    ...APACHE,
    sizeBytes: 200_000_000,
    files: { encoder: 'encoder.onnx', decoder: 'decoder.onnx', joiner: 'joiner.onnx', tokens: 'tokens.txt' },
    sources: [
      releaseArchive(
        'asr-models',
        'sherpa-onnx-streaming-zipformer-bilingual-zh-en-2023-02-20',
        511_000_000,
        [
          { from: 'encoder-epoch-99-avg-1.int8.onnx', to: 'encoder.onnx', sizeBytes: 182_000_000 },
          { from: 'decoder-epoch-99-avg-1.onnx', to: 'decoder.onnx' },
          { from: 'joiner-epoch-99-avg-1.int8.onnx', to: 'joiner.onnx' },
          same('tokens.txt'),
        ],
      ),
    ],
    isTried: false,
  },
  {
    id: 'streaming-paraformer-zh-en',
    title: 'Streaming Paraformer, Mandarin and English, int8',
    kind: 'online-recognition',
    family: 'online-paraformer',
    languages: ['zh', 'en'],
    ...APACHE,
    sizeBytes: 237_000_000,
    files: { encoder: 'encoder.int8.onnx', decoder: 'decoder.int8.onnx', tokens: 'tokens.txt' },
    sources: [
      releaseArchive('asr-models', 'sherpa-onnx-streaming-paraformer-bilingual-zh-en', 1_050_000_000, [
        same('encoder.int8.onnx', 165_000_000),
        same('decoder.int8.onnx', 71_000_000),
        same('tokens.txt'),
      ]),
    ],
    isTried: false,
  },
];

/** Models that add punctuation to transcripts without. */
export const PUNCTUATION_MODELS: readonly CatalogueEntry[] = [
  {
    id: 'punctuation-ct-transformer-zh-en',
    title: 'CT-Transformer punctuation, Mandarin and English, int8',
    kind: 'punctuation',
    family: 'ct-transformer',
    languages: ['zh', 'en'],
    ...APACHE,
    sizeBytes: 76_000_000,
    files: { model: 'model.int8.onnx' },
    sources: [
      releaseArchive(
        'punctuation-models',
        'sherpa-onnx-punct-ct-transformer-zh-en-vocab272727-2024-04-12-int8',
        63_000_000,
        [same('model.int8.onnx', 76_000_000)],
      ),
    ],
    isTried: false,
  },
];
