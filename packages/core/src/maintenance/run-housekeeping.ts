import type { JobContext } from '../requests/jobs/job-queue.ts';
import { archiveLedger, type LedgerArchiving } from './archive-ledger.ts';
import { endLostLive } from './end-lost-live.ts';
import {
  expireAnswers,
  expireAudio,
  expireDeliveries,
  expireRejections,
  expireSyntheses,
  expireTranscripts,
} from './expire-records.ts';
import type { KeptStore } from './kept-store.ts';
import { restoreJobs } from './restore-jobs.ts';
import type { OrphanSweep } from './sweep-orphans.ts';

/** What one run of housekeeping did. */
export interface HousekeepingReport {
  readonly deletedAudios: number;
  readonly removedSyntheses: number;
  readonly removedTranscripts: number;
  readonly removedDeliveries: number;
  readonly removedObjects: number;
  /** Rows of the ledger in the files that were completed. */
  readonly archivedEntries: number;
  readonly restoredJobs: number;
}

/**
 * Creates housekeeping: it restores lost jobs, ends lost live syntheses, deletes expired audio and records and orphaned objects, and archives rows of the
 * ledger.
 *
 * A run performs every part even if others fail, and then throws the first error, so that it is run again.
 */
export function createHousekeeping(
  store: KeptStore,
  sweepOrphans: OrphanSweep,
): (context: Pick<JobContext, 'signal'>) => Promise<HousekeepingReport> {
  return async ({ signal }) => {
    const failures: unknown[] = [];
    const part = async (work: Promise<number>): Promise<number> => {
      try {
        return await work;
      } catch (error) {
        failures.push(error);
        return 0;
      }
    };
    // Jobs first: somebody waits for their results.
    const restoredJobs = await part(restoreJobs(store, signal));
    await part(endLostLive(store).then(() => 0));
    const deletedAudios = await part(expireAudio(store, signal));
    const removedSyntheses = await part(expireSyntheses(store, signal));
    const removedTranscripts = await part(expireTranscripts(store, signal));
    const removedDeliveries = await part(expireDeliveries(store, signal));
    await part(expireAnswers(store).then(() => 0));
    await part(expireRejections(store).then(() => 0));
    await part((store.sharedLimits?.clearIdle() ?? Promise.resolve()).then(() => 0));
    // After the deletions, which the sums have to subtract.
    await part(store.records.tallies.settle().then(() => 0));
    const removedObjects = await part(sweepOrphans(signal));
    // Last: the first run on a large ledger takes long.
    const archivedEntries = await part(archiveLedger(archivingOf(store), signal));
    if (failures.length > 0) throw failures[0];
    return {
      deletedAudios,
      removedSyntheses,
      removedTranscripts,
      removedDeliveries,
      removedObjects,
      archivedEntries,
      restoredJobs,
    };
  };
}

function archivingOf({ records, retention, ledgerFiles, ...store }: KeptStore): LedgerArchiving {
  return {
    ...store,
    archives: records.ledgerArchives,
    files: ledgerFiles,
    ledgerDays: retention.ledgerDays,
  };
}
