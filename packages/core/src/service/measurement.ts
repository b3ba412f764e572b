import type { LeaseChange } from '../accounts/app-limits/leased-slots.ts';
import type { JobKind } from '../requests/jobs/job-kind.ts';

/** Something that happened in this process, for counters: names, numbers and codes alone. */
export type Measurement =
  | {
      readonly type: 'job';
      readonly kind: JobKind;
      /** `failed`: it comes again. `handed-back`: the worker stopped. A job whose request failed for good is done. */
      readonly outcome: 'done' | 'failed' | 'handed-back';
      readonly durationMs: number;
      /** Whether it had been begun before. */
      readonly isRetry: boolean;
    }
  | {
      readonly type: 'webhook-attempt';
      /** `deferred`: nothing was sent, since the receiver has as many under way as it may. */
      readonly outcome: 'delivered' | 'refused' | 'unanswered' | 'deferred';
      readonly durationMs: number;
    }
  | {
      readonly type: 'audio-store-call';
      readonly operation: AudioStoreOperation;
      readonly outcome: 'done' | 'failed';
      readonly durationMs: number;
    }
  | { readonly type: 'session-start' }
  /** `errorCode`: the code of its ERROR; `null` when it ended without one. */
  | { readonly type: 'session-end'; readonly errorCode: string | null; readonly durationMs: number }
  /** From the end of a voice in the audio that came to the final result. */
  | { readonly type: 'final-result'; readonly latencyMs: number }
  | { readonly type: 'refusal'; readonly status: number; readonly code: string }
  | {
      readonly type: 'leases';
      readonly kind: LeaseKind;
      readonly change: LeaseChange;
      readonly count: number;
    }
  /** A file of archived ledger rows is complete, or was found damaged. */
  | { readonly type: 'ledger-archive'; readonly outcome: 'moved' | 'damaged'; readonly entries: number }
  /** A call waited for a connection to the database: next to nothing where one was free. */
  | { readonly type: 'connection-wait'; readonly waitMs: number };

/** Receives each measurement. @returns a function that stops it */
export type OnMeasurement = (listener: (measurement: Measurement) => void) => () => void;

/** What the leases of an app limit: live syntheses, or live recognitions. */
export type LeaseKind = 'synthesis' | 'recognition';

/** Opening an object reads none of it yet. */
export type AudioStoreOperation = 'create' | 'keep' | 'open' | 'local' | 'list' | 'remove' | 'check';
