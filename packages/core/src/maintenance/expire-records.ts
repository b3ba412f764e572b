import { LIMITS } from '../limits/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { SynthesisRecord } from '../requests/records/synthesis-record.ts';
import type { AudioStore } from '../storage/audio-store.ts';
import type { RecordTable } from '../storage/record-store.ts';
import type { KeptStore } from './kept-store.ts';
import { createObjectRemoval } from './object-removal.ts';
import { resultObjects } from './result-objects.ts';

const DAY_MS = 86_400_000;
/** For this long after it ended, a delivery can be looked up and sent again, dead or not. */
const DELIVERY_DAYS = LIMITS.reportedDays.deliveries;
/** As long as the console's tables can show anything by the hour. */
const REJECTION_DAYS = LIMITS.reportedDays.refusals;
const BATCH = 100;

/** Deletes the audio of syntheses that succeeded three days ago. Their records stay. @returns how many */
export async function expireAudio(
  { records: { syntheses }, audio, clock }: KeptStore,
  signal: AbortSignal,
): Promise<number> {
  const before = daysAgo(clock, LIMITS.audioLink.retentionDays);
  return expireResults(
    audio,
    {
      find: (limit) => syntheses.withAudioEndedBefore(before, limit),
      // After the objects: those of a record that names none would never be deleted.
      forget: async (requestIds) => {
        for (const requestId of requestIds) await syntheses.update(requestId, { audio: null });
      },
    },
    signal,
  );
}

/** Deletes the records of syntheses. @returns how many */
export async function expireSyntheses(
  { records: { syntheses }, audio, clock, retention }: KeptStore,
  signal: AbortSignal,
): Promise<number> {
  if (retention.requestDays === null) return 0;
  const before = daysAgo(clock, retention.requestDays);
  return expireResults(
    audio,
    {
      // The audio still exists if it could not be deleted when it expired.
      find: (limit) => syntheses.endedBefore(before, limit),
      forget: (requestIds) => syntheses.remove(requestIds),
    },
    signal,
  );
}

/** @returns how many */
export async function expireTranscripts(store: KeptStore, signal: AbortSignal): Promise<number> {
  const { transcriptions } = store.records;
  const days = store.retention.transcriptDays;
  return dropOld(store, { table: transcriptions, days, idOf: (record) => record.transcriptId }, signal);
}

/** @returns how many */
export async function expireDeliveries(store: KeptStore, signal: AbortSignal): Promise<number> {
  const { deliveries } = store.records;
  return dropOld(
    store,
    { table: deliveries, days: DELIVERY_DAYS, idOf: (delivery) => delivery.deliveryId },
    signal,
  );
}

/** Deletes expired answers to Idempotency-Keys, which may then be used again, and the counted uses of expired client tokens. */
export async function expireAnswers({ records, clock }: KeptStore): Promise<void> {
  const nowIso = new Date(clock.now()).toISOString();
  await records.idempotency.removeExpired(nowIso);
  await records.clientTokens.removeExpired(nowIso);
}

/** Deletes old counts of refused calls. */
export async function expireRejections({ records, clock }: KeptStore): Promise<void> {
  await records.rejections.removeBefore(daysAgo(clock, REJECTION_DAYS));
}

interface Expiry<Item, Status extends string> {
  readonly table: RecordTable<Item, Status>;
  readonly days: number | null;
  readonly idOf: (item: Item) => string;
}

async function dropOld<Item, Status extends string>(
  { clock }: KeptStore,
  { table, days, idOf }: Expiry<Item, Status>,
  signal: AbortSignal,
): Promise<number> {
  if (days === null) return 0;
  const before = daysAgo(clock, days);
  let dropped = 0;
  while (!signal.aborted) {
    // Removed records are no longer found, so each batch begins where the last one ended.
    const batch = await table.endedBefore(before, BATCH);
    await table.remove(batch.map(idOf));
    dropped += batch.length;
    if (batch.length < BATCH) break;
  }
  return dropped;
}

interface ResultExpiry {
  /** Finds results that have expired, oldest first. */
  readonly find: (limit: number) => Promise<readonly SynthesisRecord[]>;
  /** Called when the objects of these requests have been removed; then `find` no longer finds them. */
  readonly forget: (requestIds: readonly string[]) => Promise<void>;
}

/** @returns how many expired. @throws the first failure to remove an object, once the other results have expired */
async function expireResults(
  audio: Pick<AudioStore, 'remove'>,
  { find, forget }: ResultExpiry,
  signal: AbortSignal,
): Promise<number> {
  const removal = createObjectRemoval(audio);
  /** Found again with each batch. */
  const left = new Set<string>();
  let expired = 0;
  while (!signal.aborted && !removal.isStoreDown()) {
    const limit = BATCH + left.size;
    const found = await find(limit);
    const removed: string[] = [];
    for (const { requestId, audio: result } of found) {
      if (signal.aborted || removal.isStoreDown()) break;
      if (left.has(requestId)) continue;
      if (await removal.remove(resultObjects(result))) removed.push(requestId);
      else left.add(requestId);
    }
    await forget(removed);
    expired += removed.length;
    if (found.length < limit) break;
  }
  removal.finish();
  return expired;
}

function daysAgo(clock: Clock, days: number): string {
  return new Date(clock.now() - days * DAY_MS).toISOString();
}
