import { openBareRecognizer } from '../batch-transcription/bare-recognizer.ts';
import { openRecognizingService } from '../batch-transcription/recognizing-service.ts';
import { speechOf, wavOf } from '../batch-transcription/speech-segments.ts';
import type { Benchmark, Variant } from '../runner/contract.ts';
import { differenceTable, metricTable } from '../runner/markdown.ts';

const CASES = { '3 seconds': 3, '6 seconds': 6, '9 seconds': 9 } as const;
/** Each variant is asked once, then the other: the machine's speed changes within seconds. */
const TURNS = 20;
const WARM_CALLS = 3;
const ANSWER = { title: 'Answer', unit: 'ms', digits: 1 } as const;

/** @returns of each case what `make` makes of its speech */
async function byCase<Made>(make: (speech: Float32Array) => Promise<Made>): Promise<Map<string, Made>> {
  const made = new Map<string, Made>();
  for (const [name, seconds] of Object.entries(CASES)) made.set(name, await make(await speechOf(seconds)));
  return made;
}

const service: Variant = {
  async open() {
    const server = await openRecognizingService();
    const calls = await byCase((speech) => server.prepare(wavOf(speech)));
    for (const call of calls.values()) for (let turn = 0; turn < WARM_CALLS; turn++) await call();
    return {
      subjectPid: server.pid,
      async measure(caseName) {
        const startedAtMs = performance.now();
        await calls.get(caseName)?.();
        return [{ values: { answerMs: performance.now() - startedAtMs } }];
      },
      close: server.stop,
    };
  },
};

const bareEngine: Variant = {
  async open() {
    const recognizer = await openBareRecognizer('sync');
    const segments = await byCase((speech) => recognizer.cut(speech));
    for (const some of segments.values()) await recognizer.decode(some);
    return {
      measure: async (caseName) => [
        { values: { answerMs: await recognizer.decode(segments.get(caseName) ?? []) } },
      ],
      close: recognizer.close,
    };
  },
};

export default {
  question: 'What does a short recording wait for beside its decoding?',
  variants: { service, 'bare-engine': bareEngine },
  cases: Object.keys(CASES),
  metrics: { answerMs: ANSWER },
  alternation: 'by-measurement',
  rounds: 3,
  repetitions: TURNS,
  models: ['moonshine-tiny-en', 'silero-vad'],
  packages: ['sherpa-onnx-node', 'fastify', '@electric-sql/pglite'],
  report: (summary) => [
    metricTable(summary, 'answerMs', ANSWER),
    differenceTable(summary, ['service', 'bare-engine'], 'answerMs', ANSWER),
  ],
} satisfies Benchmark;
