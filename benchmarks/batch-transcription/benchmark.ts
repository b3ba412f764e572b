import { setTimeout as delay } from 'node:timers/promises';
import type { Benchmark, Variant } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import { openBareRecognizer } from './bare-recognizer.ts';
import { openRecognizingService } from './recognizing-service.ts';
import { speechOf, wavOf } from './speech-segments.ts';

const MINUTES = Number(process.env.PARLANCE_BENCHMARK_MINUTES ?? 60);
const SECONDS = MINUTES * 60;
/** An hour at 16 kHz is more than one file may hold. */
const FILES = 2;
const POLL_EVERY_MS = 200;
const CASE = `${MINUTES} minutes of speech in ${FILES} recordings`;
const SPEED = { title: 'Audio per second', unit: 's/s', digits: 1 } as const;

const service: Variant = {
  async open() {
    const server = await openRecognizingService();
    await server.post('sync', wavOf(await speechOf(5)));
    const wav = wavOf(await speechOf(SECONDS / FILES));
    return {
      subjectPid: server.pid(),
      async measure() {
        const startedAtMs = performance.now();
        const jobs = await Promise.all(Array.from({ length: FILES }, () => server.post('async', wav)));
        for (const { transcriptId = '' } of jobs) {
          while (!(await server.isDone(transcriptId))) await delay(POLL_EVERY_MS);
        }
        return [{ values: { audioPerSecond: SECONDS / ((performance.now() - startedAtMs) / 1000) } }];
      },
      close: server.stop,
    };
  },
};

const bareEngine: Variant = {
  async open() {
    const recognizer = await openBareRecognizer('batch');
    const half = await recognizer.cut(await speechOf(SECONDS / FILES));
    await recognizer.decode(half.slice(0, 4));
    const segments = Array.from({ length: FILES }, () => half).flat();
    return {
      async measure() {
        return [{ values: { audioPerSecond: SECONDS / ((await recognizer.decode(segments)) / 1000) } }];
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
  alternation: 'by-variant',
  rounds: 3,
  models: ['moonshine-tiny-en', 'silero-vad'],
  packages: ['sherpa-onnx-node', 'pg-boss', '@electric-sql/pglite'],
  report(summary) {
    const speed = (variant: string) => summary.find(CASE, variant, 'audioPerSecond')?.median ?? Number.NaN;
    return [
      metricTable(summary, 'audioPerSecond', SPEED),
      {
        kind: 'table',
        title: 'Audio per second, service to bare engine',
        header: ['', 'ratio of the medians'],
        rows: [[CASE, (speed('service') / speed('bare-engine')).toFixed(3)]],
      },
    ];
  },
} satisfies Benchmark;
