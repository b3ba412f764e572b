import type { SharedLimits } from '../accounts/shared-limits.ts';
import type { JobContext } from '../requests/job-queue.ts';
import {
  type ExpireRecordsPorts,
  expireAnswers,
  expireAudio,
  expireDeliveries,
  expireRejections,
  expireSyntheses,
  expireTranscripts,
} from './expire-records.ts';
import { type RestoreJobsPorts, restoreJobs } from './restore-jobs.ts';
import type { OrphanSweep } from './sweep-orphans.ts';

export type HousekeepingPorts = ExpireRecordsPorts &
  RestoreJobsPorts & {
    readonly sweepOrphans: OrphanSweep;
    readonly shared?: Pick<SharedLimits, 'clearIdle'> | undefined;
  };

/** What one round did. */
export interface HousekeepingReport {
  readonly deletedAudios: number;
  readonly removedSyntheses: number;
  readonly removedTranscripts: number;
  readonly removedDeliveries: number;
  readonly removedObjects: number;
  readonly restoredJobs: number;
}

/**
 * Makes the round that keeps the store in order: audio after its three days, old records, forgotten objects, lost jobs.
 *
 * The round does every part, whatever becomes of the others, and then throws the first error: it is done again.
 */
export function createHousekeeping(
  ports: HousekeepingPorts,
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
    // Jobs first: somebody waits for what they do.
    const restoredJobs = await part(restoreJobs(ports, signal));
    const deletedAudios = await part(expireAudio(ports, signal));
    const removedSyntheses = await part(expireSyntheses(ports, signal));
    const removedTranscripts = await part(expireTranscripts(ports, signal));
    const removedDeliveries = await part(expireDeliveries(ports, signal));
    await part(expireAnswers(ports).then(() => 0));
    await part(expireRejections(ports).then(() => 0));
    await part((ports.shared?.clearIdle() ?? Promise.resolve()).then(() => 0));
    // After what was removed, which is counted off.
    await part(ports.records.tallies.settle().then(() => 0));
    const removedObjects = await part(ports.sweepOrphans(signal));
    if (failures.length > 0) throw failures[0];
    return {
      deletedAudios,
      removedSyntheses,
      removedTranscripts,
      removedDeliveries,
      removedObjects,
      restoredJobs,
    };
  };
}
