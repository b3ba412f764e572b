import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError } from '@parlance/core/errors';
import type { Benchmark, Variant } from '../runner/contract.ts';
import type { Sample } from '../runner/sample.ts';
import { ask, type Caller, createCaller, speakShort } from '../service/caller.ts';
import { watchMemory } from '../service/memory-watch.ts';
import { startService } from '../service/service-process.ts';
import { longRecording } from './recording.ts';
import { upload } from './upload.ts';

const TOTAL_BYTES = {
  '99 999 999 bytes': 99_999_999,
  '100 000 000 bytes': 100_000_000,
  'without an end': Number.POSITIVE_INFINITY,
} as const;
const SENTENCE = 'The quick brown fox jumps over the lazy dog.';
const WAV_HEADER_BYTES = 44;
const POLL_EVERY_MS = 500;

const METRICS = {
  status: { title: 'HTTP status', unit: 'number' },
  sentBytes: { title: 'Sent when the answer came', unit: 'bytes' },
  receivingMib: { title: 'Memory above idle while it is received', unit: 'MiB' },
  transcribingMib: { title: 'Memory above idle while it is transcribed', unit: 'MiB' },
  utterances: { title: 'Utterances', unit: 'number' },
  realTimeFactor: { title: 'Transcription time per second of audio', unit: 's', digits: 3 },
} as const;

const service: Variant = {
  async open() {
    const server = await startService();
    const caller = await createCaller(server);
    const speech = (await speakShort(caller, SENTENCE)).subarray(WAV_HEADER_BYTES);
    // Idle with models means that they have worked before.
    await measure(server.pid, caller, longRecording(speech, 500_000));
    return {
      subjectPid: server.pid,
      measure: async (caseName) => [
        await measure(
          server.pid,
          caller,
          longRecording(speech, TOTAL_BYTES[caseName as keyof typeof TOTAL_BYTES]),
        ),
      ],
      close: () => server.stop(),
    };
  },
};

async function measure(pid: number, caller: Caller, recording: Iterable<Uint8Array>): Promise<Sample> {
  const receiving = await watchMemory(pid);
  const { status, body, sentBytes } = await upload(caller, recording);
  const values = { status, sentBytes, ...defined({ receivingMib: await receiving.end() }) };
  if (status !== 200) return { values, note: JSON.stringify(body) };
  const transcribing = await watchMemory(pid);
  const startedAtMs = performance.now();
  const transcript = await untilEnded(caller, String(body.transcriptId));
  const tookSeconds = (performance.now() - startedAtMs) / 1000;
  return {
    values: {
      ...values,
      ...defined({ transcribingMib: await transcribing.end() }),
      utterances: transcript.utterances?.length ?? 0,
      realTimeFactor: tookSeconds / Number(body.audioDurationSeconds),
    },
  };
}

async function untilEnded(caller: Caller, id: string) {
  for (;;) {
    const answer = await ask(caller, id, 'transcription');
    if (answer.status === 'COMPLETED') return answer;
    if (answer.status === 'FAILED' || answer.status === undefined) {
      throw new SpeechError('INTERNAL', `The transcription ended as ${answer.status}.`);
    }
    await delay(POLL_EVERY_MS);
  }
}

function defined(values: Readonly<Record<string, number | undefined>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

export default {
  question: 'What does the greatest upload cost?',
  variants: { service },
  cases: Object.keys(TOTAL_BYTES),
  metrics: METRICS,
  alternation: 'by-variant',
  rounds: 1,
  models: ['moonshine-tiny-en', 'silero-vad'],
  packages: ['@fastify/multipart', 'pg-boss', '@electric-sql/pglite'],
  report: (summary) => [
    {
      kind: 'table',
      title: 'Each upload',
      header: ['', ...summary.cases],
      rows: Object.entries(METRICS).map(([name, { title, unit, ...metric }]) => [
        unit === 'number' ? title : `${title}, ${unit}`,
        ...summary.cases.map((caseName) => {
          const spread = summary.find(caseName, 'service', name);
          return spread === undefined ? '–' : spread.median.toFixed('digits' in metric ? metric.digits : 0);
        }),
      ]),
    },
  ],
} satisfies Benchmark;
