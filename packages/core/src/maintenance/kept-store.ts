import type { SharedLimits } from '../accounts/app-limits/shared-limits.ts';
import type { JobQueue } from '../requests/job-queue.ts';
import type { AudioStore } from '../storage/audio-store.ts';
import type { RecordKeeping } from '../storage/record-keeping.ts';
import type { RetentionSettings } from './retention-settings.ts';

/** What housekeeping keeps in order, and by which rules. */
export interface KeptStore extends Pick<RecordKeeping, 'records' | 'clock'> {
  readonly audio: AudioStore;
  readonly queue: Pick<JobQueue, 'has'>;
  readonly sharedLimits?: Pick<SharedLimits, 'clearIdle'> | undefined;
  readonly retention: RetentionSettings;
}
