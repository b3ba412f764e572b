import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TEXTS } from '../first-audio-latency/texts.ts';
import { textOf } from '../long-synthesis/texts.ts';
import type { Benchmark, Variant } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import type { Sample } from '../runner/sample.ts';
import { openSpeakingService } from '../service/speaking-service.ts';
import { holdUpTable } from './hold-ups.ts';
import type { LoopWindow } from './loop-probe.ts';

const LOAD_MS = Number(process.env.PARLANCE_BENCHMARK_LOAD_MS ?? 30_000);
const CALLERS = 16;
const HEALTH_EVERY_MS = 20;
const PROBE = new URL('loop-probe.ts', import.meta.url).href;

const METRICS = {
  holdUpMs: { title: 'Longest hold-up of the event loop in a window', unit: 'ms', digits: 1 },
  holdUpP99Ms: { title: 'Hold-up of the event loop, p99 of a window', unit: 'ms', digits: 1 },
  workMs: { title: 'Longest work of the event loop at a time in a window', unit: 'ms', digits: 1 },
  healthMs: { title: 'Answer of /healthz', unit: 'ms', digits: 1 },
} as const;
const CASE = `${CALLERS} live callers and a batch`;

async function readWindows(file: string): Promise<readonly LoopWindow[]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as LoopWindow);
}

const service: Variant = {
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'loop-probe-'));
    const file = join(folder, 'windows.jsonl');
    const server = await openSpeakingService({
      NODE_OPTIONS: `--import=${PROBE}`,
      PARLANCE_LOOP_PROBE: file,
    });
    const connections = Array.from({ length: CALLERS }, () => server.connect());
    for (const format of ['wav', 'pcm', 'mp3'] as const) {
      await connections[0]?.speak({ text: TEXTS[97], format });
    }
    return {
      subjectPid: server.pid,
      async measure() {
        const { length: windowsBefore } = await readWindows(file);
        const samples: Sample[] = [];
        await server.submit(textOf(20_000));
        const untilMs = performance.now() + LOAD_MS;
        const isGoingOn = (): boolean => performance.now() < untilMs;
        const callers = connections.map(async (connection, index) => {
          const format = (['wav', 'pcm', 'mp3'] as const)[index % 3] ?? 'wav';
          while (isGoingOn()) await connection.speak({ text: TEXTS[298], format });
        });
        const health = async (): Promise<void> => {
          while (isGoingOn()) {
            const startedAtMs = performance.now();
            await (await fetch(`${server.caller.url}/healthz`)).arrayBuffer();
            samples.push({ values: { healthMs: performance.now() - startedAtMs } });
            await delay(HEALTH_EVERY_MS);
          }
        };
        await Promise.all([...callers, health()]);
        const windows = (await readWindows(file)).slice(windowsBefore);
        return [...samples, ...windows.map((window) => ({ values: { ...window } }))];
      },
      async close() {
        for (const connection of connections) connection.close();
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

export default {
  question: 'Does anything hold up the event loop under full load?',
  variants: { service },
  cases: [CASE],
  metrics: METRICS,
  alternation: 'by-variant',
  rounds: 3,
  models: ['piper-en-us-joe-medium', 'espeak-ng-data'],
  packages: ['fastify', 'wasm-media-encoders', 'sherpa-onnx-node', '@electric-sql/pglite'],
  report: (summary) => [
    ...Object.entries(METRICS).map(([name, metric]) => metricTable(summary, name, metric)),
    {
      kind: 'table',
      title: 'Over all windows and all answers, ms',
      header: ['', 'median', 'p95', 'p99', 'greatest'],
      rows: Object.entries(METRICS).map(([name, { title }]) => {
        const { median, p95, p99, max } = summary.of(CASE, 'service', name);
        return [title, ...[median, p95, p99, max].map((value) => value.toFixed(1))];
      }),
    },
    holdUpTable(summary),
  ],
} satisfies Benchmark;
