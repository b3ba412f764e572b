import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SpeechError } from '@parlance/core/errors';
import { createModelStore } from '@parlance/models';
import { speechOf } from '../batch-transcription/speech-segments.ts';
import { readClips } from '../recognition-segmentation/clips.ts';
import type { Benchmark, Variant } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import type { Arrangement, CopiesOrder, CopiesResult, ModelName, Unit } from './arrangement.ts';

const METRICS = {
  loadedMib: { title: 'Memory when loaded', unit: 'MiB' },
  batchMib: { title: 'Memory after batch and live units', unit: 'MiB' },
  longestMib: { title: 'Memory after the longest unit in every worker at once', unit: 'MiB' },
  aloneMs: { title: 'A live unit alone', unit: 'ms' },
  besideBatchMs: { title: 'A live unit beside two batch units', unit: 'ms' },
  audioPerSecond: { title: 'Audio per second, two batch units at once', unit: 's/s', digits: 1 },
  cpuPerAudioSecondMs: { title: 'Processor time for a second of audio', unit: 'ms' },
} as const;

const CASES: Readonly<Record<string, { readonly model: ModelName; readonly workers: number }>> = {
  'joe, 2 workers': { model: 'joe', workers: 2 },
  'Moonshine, 2 workers': { model: 'moonshine', workers: 2 },
  'joe, 8 workers': { model: 'joe', workers: 8 },
  'Moonshine, 8 workers': { model: 'moonshine', workers: 8 },
};
const MODEL_IDS = { joe: 'piper-en-us-joe-medium', moonshine: 'moonshine-tiny-en' } as const;
const BATCH_UNITS = 16;
const SENTENCE =
  'The quick brown fox jumps over the lazy dog, and then it runs away into the deep dark forest where nobody lives.';
const RATE_HZ = 16_000;
/** Of Moonshine, padding aside. */
const LONGEST_SAMPLES = 148_000;

type Units = Pick<CopiesOrder, 'warmUp' | 'leadWarmUp' | 'live' | 'batch' | 'longest'>;

async function unitsOf(model: ModelName): Promise<Units> {
  if (model === 'joe') return texts();
  // A recognizer does next to nothing with silence, and would look a hundred times too fast.
  if (readClips().length === 0) {
    throw new SpeechError(
      'INVALID_INPUT',
      'There are no clips of speech; set PARLANCE_SPEECH_DIR to their folder.',
    );
  }
  return recordings(await speechOf(30));
}

function texts(): Units {
  return {
    warmUp: '1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18.',
    leadWarmUp: '1, 2, 3.',
    live: 'Hello there, how are you today?',
    batch: Array.from({ length: BATCH_UNITS }, (_, index) => SENTENCE.slice(0, 40 + ((index * 37) % 70))),
    longest: `${SENTENCE} ${SENTENCE}`.slice(0, 200),
  };
}

function recordings(speech: Float32Array): Units {
  const cut = (offset: number, length: number): Unit => speech.slice(offset, offset + length);
  return {
    warmUp: cut(0, RATE_HZ),
    leadWarmUp: cut(0, RATE_HZ),
    live: cut(20_000, 2.5 * RATE_HZ),
    batch: Array.from({ length: BATCH_UNITS }, (_, index) => cut(index * 8000, (3 + (index % 6)) * RATE_HZ)),
    longest: cut(0, LONGEST_SAMPLES),
  };
}

/** Each measurement is a process of its own, so that none inherits the memory of another. */
function measureInChild(order: CopiesOrder): Promise<CopiesResult> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('variants/model-process.ts', import.meta.url)), {
      serialization: 'advanced',
      env: { ...process.env, UV_THREADPOOL_SIZE: String(order.workers + 2) },
    });
    child.once('error', reject);
    child.once('message', (result) => resolve(result as CopiesResult));
    // After a result this does nothing.
    child.once('exit', (code) => reject(new RangeError(`The process ended with ${code}.`)));
    child.send(order);
  });
}

function variantOf(sharing: Arrangement['sharing']): Variant {
  return {
    async open() {
      const store = createModelStore();
      return {
        async measure(caseName) {
          const { model, workers } = CASES[caseName] ?? { model: 'joe', workers: 2 };
          const { files } = await store.ensure(MODEL_IDS[model]);
          const units = await unitsOf(model);
          return [await measureInChild({ model, workers, sharing, files, ...units, isTimed: workers === 2 })];
        },
        close: async () => undefined,
      };
    },
  };
}

export default {
  question: 'What does each copy of a model cost, and what does it give?',
  variants: {
    copies: variantOf('copies'),
    'lead-and-shared': variantOf('lead-and-shared'),
    shared: variantOf('shared'),
  },
  cases: Object.keys(CASES),
  metrics: METRICS,
  alternation: 'by-measurement',
  rounds: Number(process.env.PARLANCE_BENCHMARK_ROUNDS ?? 3),
  models: ['piper-en-us-joe-medium', 'espeak-ng-data', 'moonshine-tiny-en'],
  packages: ['sherpa-onnx-node'],
  report: (summary) => Object.entries(METRICS).map(([name, metric]) => metricTable(summary, name, metric)),
} satisfies Benchmark;
