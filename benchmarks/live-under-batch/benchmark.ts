import { SpeechError } from '@parlance/core/errors';
import { TEXTS } from '../first-audio-latency/texts.ts';
import { textOf } from '../long-synthesis/texts.ts';
import type { Benchmark, Variant } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import { metricChart } from '../runner/metric-chart.ts';
import { ask } from '../service/caller.ts';
import { openSpeakingService, type SpeakingService } from '../service/speaking-service.ts';

const FIRST_BYTE = { title: 'First byte of audio', unit: 'ms' } as const;
const IDLE = 'idle';
const BUSY = 'while a batch runs';
const CALLS = 30;
const TEXT = TEXTS[298];
/** Five times the longest measured text of this voice. */
const BATCH_CHARACTERS = 100_000;

const service: Variant = {
  async open() {
    const server = await openSpeakingService();
    const connection = server.connect();
    for (let call = 0; call < 3; call++) await connection.speak({ text: TEXT });
    let jobId: string | undefined;
    return {
      subjectPid: server.pid,
      async measure(caseName) {
        if (caseName === BUSY) jobId ??= await startBatch(server);
        const samples = [];
        for (let call = 0; call < CALLS; call++) samples.push(await connection.speak({ text: TEXT }));
        if (jobId !== undefined) await requireRunning(server, jobId);
        return samples;
      },
      async close() {
        connection.close();
        await server.stop();
      },
    };
  },
};

async function startBatch(server: SpeakingService): Promise<string> {
  const jobId = await server.submit(textOf(BATCH_CHARACTERS));
  const connection = server.connect();
  // Two answers later the job has begun.
  for (let call = 0; call < 2; call++) await connection.speak({ text: TEXT });
  connection.close();
  await requireRunning(server, jobId);
  return jobId;
}

/** @throws SpeechError `INTERNAL`: calls that met no batch must not count */
async function requireRunning({ caller }: SpeakingService, jobId: string): Promise<void> {
  const { status } = await ask(caller, jobId, 'synthesis');
  if (status !== 'PROCESSING') throw new SpeechError('INTERNAL', `The batch is ${status}.`);
}

export default {
  question: 'What does a live caller notice of a batch?',
  variants: { service },
  cases: [IDLE, BUSY],
  metrics: { firstByteMs: FIRST_BYTE },
  alternation: 'by-variant',
  models: ['piper-en-us-joe-medium', 'espeak-ng-data'],
  packages: ['sherpa-onnx-node', 'fastify'],
  report(summary) {
    const [idle, busy] = [IDLE, BUSY].map((name) => summary.of(name, 'service', 'firstByteMs'));
    const ratio = (rank: 'median' | 'p95') => ((busy?.[rank] ?? 0) / (idle?.[rank] ?? 1)).toFixed(2);
    return [
      metricChart(summary, 'firstByteMs', FIRST_BYTE, { name: 'first-byte' }),
      metricTable(summary, 'firstByteMs', FIRST_BYTE),
      {
        kind: 'table',
        title: 'First byte, ms',
        header: ['', 'median', 'p95'],
        rows: [
          [IDLE, idle?.median.toFixed(0) ?? '–', idle?.p95.toFixed(0) ?? '–'],
          [BUSY, busy?.median.toFixed(0) ?? '–', busy?.p95.toFixed(0) ?? '–'],
          ['ratio', ratio('median'), ratio('p95')],
        ],
      },
    ];
  },
} satisfies Benchmark;
