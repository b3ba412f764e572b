import type { Benchmark, Variant } from '../runner/contract.ts';
import { metricTable, ratioTable } from '../runner/markdown.ts';
import { openBareRecognizer } from './bare-recognizer.ts';
import { openRecognizingService } from './recognizing-service.ts';
import { speechOf, wavOf } from './speech-segments.ts';

const MINUTES = Number(process.env.PARLANCE_BENCHMARK_MINUTES ?? 60);
/** A quarter of a minute of work each: a shared machine's speed changes by half from one minute to the next. */
const TURNS = 5;
const TURN_SECONDS = (MINUTES * 60) / TURNS;
/** At once. */
const FILES = 2;
const CASE = `${MINUTES} minutes of speech in ${TURNS} turns of ${FILES} recordings`;
const SPEED = { title: 'Audio per second', unit: 's/s', digits: 1 } as const;

const service: Variant = {
  async open() {
    const server = await openRecognizingService();
    const transcribe = await server.prepare(wavOf(await speechOf(5)));
    await transcribe();
    const wav = wavOf(await speechOf(TURN_SECONDS / FILES));
    return {
      subjectPid: server.pid,
      async measure() {
        const startedAtMs = performance.now();
        await Promise.all(Array.from({ length: FILES }, () => server.transcribeLater(wav)));
        return [{ values: { audioPerSecond: TURN_SECONDS / ((performance.now() - startedAtMs) / 1000) } }];
      },
      close: server.stop,
    };
  },
};

const bareEngine: Variant = {
  async open() {
    const recognizer = await openBareRecognizer('batch');
    const half = await recognizer.cut(await speechOf(TURN_SECONDS / FILES));
    await recognizer.decode(half.slice(0, 4));
    const segments = Array.from({ length: FILES }, () => half).flat();
    return {
      async measure() {
        return [{ values: { audioPerSecond: TURN_SECONDS / ((await recognizer.decode(segments)) / 1000) } }];
      },
      close: recognizer.close,
    };
  },
};

export default {
  question: 'What does an hour of speech cost beside the bare recognizer?',
  variants: { service, 'bare-engine': bareEngine },
  cases: [CASE],
  metrics: { audioPerSecond: SPEED },
  alternation: 'by-measurement',
  rounds: 2,
  repetitions: TURNS,
  models: ['moonshine-tiny-en', 'silero-vad'],
  packages: ['sherpa-onnx-node', 'pg-boss', '@electric-sql/pglite'],
  report: (summary) => [
    metricTable(summary, 'audioPerSecond', SPEED),
    ratioTable(summary, ['service', 'bare-engine'], 'audioPerSecond', SPEED),
  ],
} satisfies Benchmark;
