import { LIMITS } from '../limits/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { SynthesizedAudio } from '../requests/records/synthesis-record.ts';
import type { AudioStore } from '../storage/audio-store.ts';
import type { RecordTable } from '../storage/record-store.ts';
import type { KeptStore } from './kept-store.ts';

const DAY_MS = 86_400_000;
/** For this long after it ended, a delivery can be looked up and sent again, dead or not. */
const DELIVERY_DAYS = LIMITS.reportedDays.deliveries;
/** As long as the console's tables can show anything by the hour. */
const REJECTION_DAYS = LIMITS.reportedDays.refusals;
const BATCH = 100;

/** Deletes the audio of syntheses that succeeded three days ago. Their records stay. @returns how many */
export async function expireAudio(
  { records, audio, clock }: KeptStore,
  signal: AbortSignal,
): Promise<number> {
  const before = daysAgo(clock, LIMITS.audioLink.retentionDays);
  return inBatches(
    () => records.syntheses.withAudioEndedBefore(before, BATCH),
    eachOf(async ({ requestId, audio: kept }) => {
      // The object first: once the record names no audio, the object would never be deleted.
      await removeResult(audio, kept);
      await records.syntheses.update(requestId, { audio: null });
    }, signal),
    signal,
  );
}

async function removeResult(audio: Pick<AudioStore, 'remove'>, kept: SynthesizedAudio | null): Promise<void> {
  if (kept === null) return;
  const { objectName, words } = kept;
  const names = words === undefined ? [objectName] : [objectName, words.jsonName, words.vttName];
  for (const name of names) await audio.remove(name);
}

/** Deletes the records of syntheses. @returns how many */
export async function expireSyntheses(
  { records, audio, clock, retention }: KeptStore,
  signal: AbortSignal,
): Promise<number> {
  if (retention.requestDays === null) return 0;
  const before = daysAgo(clock, retention.requestDays);
  return inBatches(
    () => records.syntheses.endedBefore(before, BATCH),
    async (batch) => {
      // The audio still exists if it could not be deleted when it expired.
      for (const { audio: kept } of batch) await removeResult(audio, kept);
      await records.syntheses.remove(batch.map(({ requestId }) => requestId));
      return batch.length;
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
  return inBatches(
    () => table.endedBefore(before, BATCH),
    async (batch) => {
      await table.remove(batch.map(idOf));
      return batch.length;
    },
    signal,
  );
}

/**
 * Processed items are no longer found, so each batch begins where the last one ended.
 *
 * @param treat returns the number of items that it processed
 */
async function inBatches<Item>(
  find: () => Promise<readonly Item[]>,
  treat: (batch: readonly Item[]) => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  let treated = 0;
  while (!signal.aborted) {
    const batch = await find();
    treated += await treat(batch);
    if (batch.length < BATCH) break;
  }
  return treated;
}

function eachOf<Item>(
  treat: (item: Item) => Promise<void>,
  signal: AbortSignal,
): (batch: readonly Item[]) => Promise<number> {
  return async (batch) => {
    let treated = 0;
    for (const item of batch) {
      if (signal.aborted) break;
      await treat(item);
      treated += 1;
    }
    return treated;
  };
}

function daysAgo(clock: Clock, days: number): string {
  return new Date(clock.now() - days * DAY_MS).toISOString();
}
