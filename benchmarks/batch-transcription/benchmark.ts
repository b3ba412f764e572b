import type { Benchmark, Variant } from '../runner/contract.ts';
import { metricTable, ratioTable } from '../runner/markdown.ts';
import { type BareRecognizer, openBareRecognizer } from './bare-recognizer.ts';
import { openPythonRecognizer } from './python-recognizer.ts';
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

/** @returns the segments of a turn, as the service cuts them */
async function segmentsOfTurn(recognizer: BareRecognizer): Promise<readonly Float32Array[]> {
  const segments = await recognizer.cut(await speechOf(TURN_SECONDS / FILES));
  return Array.from({ length: FILES }, () => segments).flat();
}

const bareEngine: Variant = {
  async open() {
    const recognizer = await openBareRecognizer('batch');
    const segments = await segmentsOfTurn(recognizer);
    await recognizer.decode(segments.slice(0, 4));
    return {
      async measure() {
        return [{ values: { audioPerSecond: TURN_SECONDS / ((await recognizer.decode(segments)) / 1000) } }];
      },
      close: recognizer.close,
    };
  },
};

/** The same segments by the runtime's own Python package. */
const python: Variant = {
  async open({ peers }) {
    const cutter = await openBareRecognizer('batch');
    const segments = await segmentsOfTurn(cutter);
    await cutter.close();
    const recognizer = await openPythonRecognizer(peers['sherpa-onnx-python']?.python as string, segments);
    return {
      subjectPid: recognizer.pid,
      measure: async () => [{ values: { audioPerSecond: TURN_SECONDS / (await recognizer.decode()) } }],
      close: recognizer.close,
    };
  },
};

export default {
  question: 'What does an hour of speech cost beside the bare recognizer?',
  variants: { service, 'bare-engine': bareEngine, 'sherpa-onnx-python': python },
  cases: [CASE],
  metrics: { audioPerSecond: SPEED },
  alternation: 'by-measurement',
  rounds: 2,
  repetitions: TURNS,
  models: ['moonshine-tiny-en', 'silero-vad'],
  packages: ['sherpa-onnx-node', 'pg-boss', '@electric-sql/pglite'],
  peers: { 'sherpa-onnx-python': { requirements: ['sherpa-onnx==1.13.8', 'numpy==2.4.6'] } },
  report: (summary) => [
    metricTable(summary, 'audioPerSecond', SPEED),
    ratioTable(summary, ['service', 'bare-engine'], 'audioPerSecond', SPEED),
    ratioTable(summary, ['service', 'sherpa-onnx-python'], 'audioPerSecond', SPEED),
  ],
} satisfies Benchmark;
