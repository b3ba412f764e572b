import type { RecordPosition } from '../input/list-cursor.ts';
import type { JobKind } from '../requests/jobs/job-kind.ts';
import type { RecordQuery, RecordTable } from '../storage/record-store.ts';
import type { KeptStore } from './kept-store.ts';

interface Unfinished {
  readonly id: string;
  readonly appId: string;
  readonly createdAt: string;
  /** Whether the record belongs to a job at all. */
  readonly hasJob: boolean;
  /** Absent: at once. */
  readonly startAfter?: string | undefined;
}

const PAGE = 100;
/** Younger records are unlikely to have lost their job, and there may be many of them. */
const LEAST_AGE_MS = 60_000;

/**
 * A safety net: records that have not ended and whose job is neither waiting nor running get a new one, for example after a database
 * was restored from a backup without its queue.
 *
 * @param options.leastAgeMs younger records are ignored
 * @returns how many got a job
 */
export async function restoreJobs(
  store: Pick<KeptStore, 'records' | 'queue' | 'clock'>,
  signal: AbortSignal,
  { leastAgeMs = LEAST_AGE_MS }: { readonly leastAgeMs?: number } = {},
): Promise<number> {
  const { syntheses, transcriptions, deliveries } = store.records;
  const to = new Date(store.clock.now() - leastAgeMs).toISOString();
  const synthesisPages = pagesOf(syntheses, { status: 'PROCESSING', to }, (record) => ({
    id: record.requestId,
    appId: record.appId,
    createdAt: record.createdAt,
    hasJob: record.kind !== 'live',
  }));
  const transcriptionPages = (['PENDING', 'PROCESSING'] as const).map((status) =>
    pagesOf(transcriptions, { status, to }, ({ transcriptId: id, appId, createdAt }) => ({
      id,
      appId,
      createdAt,
      hasJob: true,
    })),
  );
  const deliveryPages = pagesOf(deliveries, { status: 'pending', to }, (delivery) => ({
    id: delivery.deliveryId,
    appId: delivery.appId,
    createdAt: delivery.createdAt,
    hasJob: true,
    startAfter: delivery.nextAttemptAt ?? undefined,
  }));
  let restored = await restore(store, 'synthesis', { unfinished: synthesisPages, signal });
  for (const unfinished of transcriptionPages)
    restored += await restore(store, 'transcription', { unfinished, signal });
  return restored + (await restore(store, 'webhook-delivery', { unfinished: deliveryPages, signal }));
}

async function restore(
  { records, queue }: Pick<KeptStore, 'records' | 'queue'>,
  kind: JobKind,
  { unfinished, signal }: { readonly unfinished: AsyncIterable<Unfinished>; readonly signal: AbortSignal },
): Promise<number> {
  let restored = 0;
  for await (const { id, appId: turn, hasJob, startAfter } of unfinished) {
    if (signal.aborted) break;
    if (!hasJob || (await queue.has(kind, id))) continue;
    // If the request has ended meanwhile, its new job finds nothing to do.
    await records.jobs.add(kind, id, { turn, startAfter });
    restored += 1;
  }
  return restored;
}

/** All results of a query, page by page, newest first. */
async function* pagesOf<Item, Status extends string>(
  table: RecordTable<Item, Status>,
  query: Pick<RecordQuery<Status>, 'status' | 'to'>,
  unfinishedOf: (item: Item) => Unfinished,
): AsyncGenerator<Unfinished, void, undefined> {
  let after: RecordPosition | undefined;
  for (;;) {
    const page = (await table.list({ ...query, after, limit: PAGE })).map(unfinishedOf);
    yield* page;
    after = page.at(-1);
    if (page.length < PAGE) return;
  }
}
