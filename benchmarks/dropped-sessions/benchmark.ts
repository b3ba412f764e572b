import { on } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError } from '@parlance/core/errors';
import { RATE_HZ, readScript } from '../live-recognition/scenario.ts';
import { runSession } from '../live-recognition/session.ts';
import { createChance } from '../runner/chance.ts';
import type { Benchmark, Variant } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import { residentMemoryMibOfTree } from '../runner/process-memory.ts';
import { clientOf, createCaller } from '../service/caller.ts';
import { audioFrame, connectRaw, sessionConfigFrame, textFrame } from '../service/raw-session.ts';
import { startService } from '../service/service-process.ts';

const SESSIONS = Number(process.env.PARLANCE_BENCHMARK_SESSIONS ?? 500);
/** What a session leaks is there after each lot of them; what settles comes to an end. */
const LOTS = 5;
/** Heard to their ends before anything counts: engines and sockets reach the size that they keep, and longest decodings are over. */
const WHOLE_SESSIONS = 8;
/** Dropped before anything counts. */
const SETTLING_SESSIONS = 50;
const AT_ONCE = 10;
const CHUNK_SECONDS = 0.1;
/** Of one recording of speech, sent as fast as it is taken. */
const CHUNKS = 100;
/** Before a client vanishes: what it sent is on its way through detector and recognizer then. */
const MAX_LINGER_MS = 500;
/** Until what the last ones left under way is over. */
const QUIET_MS = 5000;
/** Of the points at which they are dropped. */
const SEED = 20_261_122;
const CASES = Array.from({ length: LOTS }, (_, lot) => `${SESSIONS * (lot + 1)} sessions`);

const METRICS = {
  residentMib: { title: `Memory, ${SETTLING_SESSIONS} others before`, unit: 'MiB' },
  growthPercent: { title: 'Growth since the first of them', unit: '%', digits: 1 },
} as const;

const service: Variant = {
  async open() {
    const server = await startService();
    const caller = await createCaller(server, { sttConcurrency: 64 });
    const client = clientOf(caller);
    const speech = await readScript(0);
    const chunkSamples = CHUNK_SECONDS * RATE_HZ;
    const chunks = Array.from({ length: CHUNKS }, (_, at) =>
      audioFrame(speech.slice(at * chunkSamples, (at + 1) * chunkSamples)),
    );
    const { below } = createChance(SEED);
    /** Vanishes anywhere between the open connection and the answer to DONE. */
    const dropOne = async ({ sent, lingerMs }: { sent: number; lingerMs: number }): Promise<void> => {
      const socket = await connectRaw(caller);
      if (sent > -8) socket.write(sessionConfigFrame(RATE_HZ));
      if (sent > -5) await told(socket, '"READY"');
      for (const chunk of chunks.slice(0, Math.max(0, sent))) socket.write(chunk);
      if (sent > CHUNKS) socket.write(textFrame({ type: 'DONE' }));
      await delay(lingerMs);
      socket.destroy();
    };
    const dropMany = async (count: number): Promise<void> => {
      for (let begun = 0; begun < count; begun += AT_ONCE)
        await Promise.all(
          Array.from({ length: Math.min(AT_ONCE, count - begun) }, () =>
            dropOne({ sent: below(CHUNKS + 20) - 10, lingerMs: below(MAX_LINGER_MS) }),
          ),
        );
      await delay(QUIET_MS);
    };
    const residentMib = () => residentMemoryMibOfTree(server.pid) ?? Number.NaN;
    await Promise.all(Array.from({ length: WHOLE_SESSIONS }, () => runSession(client, speech)));
    await dropMany(SETTLING_SESSIONS);
    const beforeMib = residentMib();
    return {
      subjectPid: server.pid,
      async measure() {
        await dropMany(SESSIONS);
        const now = residentMib();
        return [{ values: { residentMib: now, growthPercent: (100 * (now - beforeMib)) / beforeMib } }];
      },
      close: () => server.stop(),
    };
  },
};

/** @throws SpeechError `INTERNAL` when the connection ends before the server's message with that text */
async function told(socket: Socket, text: string): Promise<void> {
  for await (const [piece] of on(socket, 'data', { close: ['close'] }))
    if ((piece as Buffer).includes(text)) return;
  throw new SpeechError('INTERNAL', `The session ended without ${text}.`);
}

export default {
  question: 'Does memory come back after sessions that were dropped at random points?',
  variants: { service },
  cases: CASES,
  metrics: METRICS,
  alternation: 'by-variant',
  rounds: 1,
  models: ['moonshine-tiny-en', 'silero-vad'],
  packages: ['sherpa-onnx-node', 'ws'],
  report: (summary) => Object.entries(METRICS).map(([name, metric]) => metricTable(summary, name, metric)),
} satisfies Benchmark;
