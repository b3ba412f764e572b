import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findUnderLoad } from '../../benchmarks/crash-safety/kill-under-load.ts';
import { startReceiver } from '../../benchmarks/crash-safety/receiver.ts';
import { FAULT_TITLES, type FaultName } from '../../benchmarks/crash-safety/verdict.ts';
import { createCaller } from '../../benchmarks/service/caller.ts';
import { startLiveLoad } from '../../benchmarks/service/live-load.ts';
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
const LIVE_CLIENTS = { synthesis: 1, transcription: 1, session: 1 } as const;

/** Batch requests and live calls beside each other on one service, which is disturbed once a minute. */
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
      const callers = { synthesis: caller, transcription: caller, session: caller };
      const clients = await startLiveLoad(callers, LIVE_CLIENTS, ({ outcome, message = '' }) => {
        // What a careful client would try again is no failure: the service said so, or the connection broke off.
        live[outcome === 'well' ? 'well' : outcome === 'wrong' ? 'failed' : 'cutOff'] += 1;
        if (outcome === 'wrong' && failures.length < 20) failures.push(message);
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
      await clients.end();
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
