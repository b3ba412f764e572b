/** Housekeeping: what a service deletes and restores by itself. */
export { archiveLedger, type LedgerArchiveOutcome } from './archive-ledger.ts';
export { endLostLive } from './end-lost-live.ts';
export { KEPT_FOLDERS } from './kept-folders.ts';
export { restoreJobs } from './restore-jobs.ts';
export type { RetentionSettings } from './retention-settings.ts';
export { createHousekeeping, type HousekeepingReport } from './run-housekeeping.ts';
export { sweepAfterStart } from './sweep-after-start.ts';
export { createOrphanSweep, type OrphanSweep } from './sweep-orphans.ts';
