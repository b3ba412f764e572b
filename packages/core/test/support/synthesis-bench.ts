import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAudioCodec, createFfmpegTranscoder } from '@parlance/audio';
import { createMemoryRecordStore, openFolderAudioStore } from '@parlance/storage';
import {
  type FakeSynthesisEngine,
  type FakeSynthesisOptions,
  fakeSynthesisEngine,
  fakeVoice,
  manualClock,
} from '@parlance/testkit';
import { rowsOf } from '../../../storage/test/ledger-rows.ts';
import { createConcurrencySlots } from '../../src/accounts/index.ts';
import type { Voice } from '../../src/engine/index.ts';
import { SpeechError } from '../../src/errors/index.ts';
import { parseInput } from '../../src/input/index.ts';
import type { Clock } from '../../src/platform/index.ts';
import { createEndWriter, createRequestEnds } from '../../src/requests/index.ts';
import type { AudioStore, StoredAudio } from '../../src/storage/index.ts';
import {
  type BatchSynthesisInput,
  batchSynthesisInput,
  createAudioLinks,
  createLiveCredits,
} from '../../src/synthesis/index.ts';
import { createVoiceCatalogue } from '../../src/voices/index.ts';
import { type AddedJob, insertApp } from './bench.ts';
import { HOOK } from './jobs.ts';

/** Low, so that a test encodes minutes in no time. */
export const VOICE = fakeVoice({ nativeRateHz: 8000, creditFactor: '0.5' });
export const ID = 'id1';

export interface SynthesisBenchOptions extends FakeSynthesisOptions {
  /** What the app has left; absent: unlimited. */
  readonly credits?: string;
}

/** Easy to read; what a true signature is worth is tested with the true one. */
const PLAIN_SEALER = {
  sign: (purpose: string, text: string) => `${purpose}:${text}`,
  verify: (purpose: string, text: string, signature: string) => signature === `${purpose}:${text}`,
};

const codec = createAudioCodec();

/** Longer than the least time between two checkpoints. */
const LOOK_MS = 5000;

/** The hands stand but where a test turns them, and every look at the stopwatch finds that an engine has taken its time. */
function slowClock(clock: Clock): Clock {
  let looks = 0;
  return {
    now: () => clock.now(),
    after: (delayMs, run) => clock.after(delayMs, run),
    monotonicMs: () => clock.monotonicMs() + ++looks * LOOK_MS,
  };
}

/** Everything that the use cases of synthesis stand on: records in memory, true files and codecs, an engine that hums. */
export async function openSynthesisBench(options: SynthesisBenchOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-speech-'));
  const clock = manualClock();
  const jobs: AddedJob[] = [];
  const records = createMemoryRecordStore({
    add: async (kind, id, options) => void jobs.push({ kind, id, ...options }),
  });
  const audio = await openFolderAudioStore(join(folder, 'audio'), { reserveBytes: 0 });
  const app = await insertApp(records.apps.insert, 'app1');
  if (options.credits !== undefined) await records.ledger.setBalance(app.appId, 'credits', options.credits);
  const engine: FakeSynthesisEngine = fakeSynthesisEngine({ voices: [VOICE], ...options });
  let nextId = 0;
  const errors: unknown[] = [];
  const endWriter = createEndWriter({ clock, onError: (error) => void errors.push(error) });
  const ports = {
    records,
    audio,
    clock: slowClock(clock),
    codec,
    engineOf: (_voice: Voice) => engine,
    catalogue: createVoiceCatalogue(engine.voices),
    ends: createRequestEnds(),
    queue: { depth: async () => jobs.length },
    maxWaitingJobs: 100,
    random: { id: () => `id${++nextId}`, secret: (bytes: number) => 'A'.repeat(bytes) },
    egress: {
      async check(url: string, field: string) {
        if (url.includes('refused'))
          throw new SpeechError('INVALID_INPUT', `${field} is not allowed.`, { field });
      },
    },
    links: createAudioLinks({
      sealer: PLAIN_SEALER,
      clock,
      audio,
      publicUrl: async () => 'https://speech.example',
    }),
    endWriter,
    credits: createLiveCredits({ records, clock, endWriter }),
    slots: createConcurrencySlots('SYNTHESIS_CONCURRENCY_EXCEEDED', 'live syntheses'),
    realtimeVoices: [VOICE.code],
    latency: 'lowest' as const,
    maxTextChars: 300,
    transcoder: createFfmpegTranscoder(),
  };
  return {
    clock,
    jobs,
    records,
    engine,
    app,
    ports,
    /** What could not be written at the end of live syntheses. */
    errors,
    balance: () => records.ledger.balance(app.appId, 'credits'),
    ledger: async () =>
      (await rowsOf(records.ledger, app.appId)).map(({ kind, amount }) => `${kind} ${amount}`),
    /** Names of everything in the audio store. */
    objects: async () => [...(await audio.list('work')), ...(await audio.list('results'))],
    [Symbol.asyncDispose]: async () => rm(folder, { recursive: true }),
  };
}
export type SynthesisBench = Awaited<ReturnType<typeof openSynthesisBench>>;

/** The body of a request, with a webhook. */
export function batchInput(members: Record<string, unknown> = {}): BatchSynthesisInput {
  return parseInput(batchSynthesisInput, {
    text: 'Hello there.',
    voiceCode: VOICE.code,
    webhookUrl: HOOK,
    ...members,
  });
}

/** @param count sentences of 75 characters, 5 seconds of speech each */
export function longText(count: number): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `Sentence ${String(index).padStart(4, '0')} has a comma, which parts it; and a mark to end it all with.`,
  ).join(' ');
}

export async function bytesOf(stored: StoredAudio | undefined): Promise<Buffer> {
  if (stored === undefined) throw new TypeError('There is no such object.');
  return Buffer.concat(await Array.fromAsync(stored.read()));
}

/** Puts an object into the audio store, in place of one that is there. */
export async function write(audio: AudioStore, name: string, bytes: Uint8Array): Promise<void> {
  const sink = await audio.create(name, { contentType: 'application/octet-stream' });
  await sink.write(bytes);
  await sink.commit();
}
