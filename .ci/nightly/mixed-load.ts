import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { decodeWavForRecognition } from '@parlance/audio';
import { ParlanceError } from '@parlance/client';
import { concatSamples } from '@parlance/core/audio';
import { findUnderLoad } from '../../benchmarks/crash-safety/kill-under-load.ts';
import { startReceiver } from '../../benchmarks/crash-safety/receiver.ts';
import { FAULT_TITLES, type FaultName } from '../../benchmarks/crash-safety/verdict.ts';
import { RATE_HZ } from '../../benchmarks/live-recognition/scenario.ts';
import { runSession } from '../../benchmarks/live-recognition/session.ts';
import { type Caller, clientOf, createCaller, speakShort } from '../../benchmarks/service/caller.ts';
import { prepareService } from '../../benchmarks/service/service-process.ts';
import { DISTURBANCES } from './disturbances.ts';

export interface MixedLoadResult {
  readonly minutes: number;
  readonly disturbances: number;
  /** Requests of batches, and what was wrong with them. */
  readonly batch: Readonly<Record<string, number>>;
  /** Live calls: how many ended well, were refused for now or cut off by a disturbance, and failed otherwise. */
  readonly live: { readonly well: number; readonly cutOff: number; readonly failed: number };
  /** What the first failed ones said. */
  readonly failures: readonly string[];
  readonly faults: number;
}

/** Its weather: a disturbance a minute. */
const EVERY_MS = 60_000;
const LIVE_CLIENTS = 2;
const PAUSE_MS = 500;
const SAID = 'The quick brown fox jumps over the lazy dog.';

/** Batch requests, live syntheses and live sessions beside each other on one service, which is disturbed once a minute. */
export async function runMixedLoad(
  minutes: number,
  onProgress: (what: string) => void,
): Promise<MixedLoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-nightly-'));
  const service = await prepareService(folder, {});
  const receiver = await startReceiver();
  const live = { well: 0, cutOff: 0, failed: 0 };
  const failures: string[] = [];
  let disturbances = 0;
  try {
    await service.start('answers');
    const found = await findUnderLoad(service, receiver, async () => {
      // Of an app of its own: the ledger of the batch is added up to the last credit.
      const caller = await createCaller(service);
      const over = new AbortController();
      const clients = Array.from({ length: LIVE_CLIENTS }, async (_, number) => {
        const call = number % 2 === 0 ? speakLive : await listenLive(caller);
        while (!over.signal.aborted) {
          const outcome = await outcomeOf(call(caller));
          live[outcome.kind] += 1;
          if (outcome.kind === 'failed' && failures.length < 20) failures.push(outcome.message);
          await delay(PAUSE_MS);
        }
      });
      const endsAtMs = performance.now() + minutes * EVERY_MS;
      const all = Object.entries(DISTURBANCES);
      while (performance.now() + EVERY_MS / 2 < endsAtMs) {
        await delay(Math.min(EVERY_MS, endsAtMs - performance.now()) * (0.5 + Math.random() / 2));
        const [name, disturb] = all[disturbances % all.length] as (typeof all)[number];
        onProgress(name);
        await disturb(service);
        disturbances += 1;
      }
      over.abort();
      await Promise.all(clients);
    });
    const wrong = (Object.keys(FAULT_TITLES) as FaultName[]).reduce(
      (sum, name) => sum + Math.abs(found[name]),
      0,
    );
    return { minutes, disturbances, batch: found, live, failures, faults: wrong + live.failed };
  } finally {
    await service.stop();
    await receiver.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function speakLive(caller: Caller): Promise<void> {
  const wav = await speakShort(caller, SAID);
  if (wav.byteLength < 20_000) throw new TypeError(`A sentence had ${wav.byteLength} bytes.`);
}

/** @returns says what the service itself has spoken, at the pace of speech, and wants to be told words */
async function listenLive(caller: Caller): Promise<(caller: Caller) => Promise<void>> {
  const windows = await Array.fromAsync(decodeWavForRecognition(await speakShort(caller, SAID), RATE_HZ));
  const speech = concatSamples([...windows, new Float32Array(2 * RATE_HZ)]);
  return async (again) => {
    const { finals } = await runSession(clientOf(again), speech);
    if (finals === 0) throw new TypeError('A session was told no words.');
  };
}

type Outcome = { readonly kind: 'well' | 'cutOff' } | { readonly kind: 'failed'; readonly message: string };

/** What a careful client would try again is no failure: the service said so, or the connection broke off. */
async function outcomeOf(call: Promise<void>): Promise<Outcome> {
  try {
    await call;
    return { kind: 'well' };
  } catch (error) {
    const message = String((error as Error).message);
    const isPassing =
      (error instanceof ParlanceError && error.retryable) ||
      /fetch failed|terminated|ECONN|Nothing was spoken: (429|503)|socket/i.test(message);
    return isPassing ? { kind: 'cutOff' } : { kind: 'failed', message };
  }
}
