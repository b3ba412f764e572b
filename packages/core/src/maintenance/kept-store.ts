import type { SharedLimits } from '../accounts/app-limits/shared-limits.ts';
import type { JobQueue } from '../requests/jobs/job-queue.ts';
import type { AudioStore } from '../storage/audio-store.ts';
import type { LedgerFiles } from '../storage/ledger-files.ts';
import type { RecordKeeping } from '../storage/record-keeping.ts';
import type { LedgerArchiving } from './archive-ledger.ts';
import type { RetentionSettings } from './retention-settings.ts';

/** What housekeeping works on, and its rules. */
export interface KeptStore extends RecordKeeping, Pick<LedgerArchiving, 'onOutcome' | 'onError'> {
  readonly audio: AudioStore;
  readonly ledgerFiles: LedgerFiles;
  readonly queue: Pick<JobQueue, 'has'>;
  readonly sharedLimits?: Pick<SharedLimits, 'clearIdle'> | undefined;
  readonly retention: RetentionSettings;
}
