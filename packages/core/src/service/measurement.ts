import type { LeaseChange } from '../accounts/app-limits/leased-slots.ts';
import type { JobKind } from '../requests/jobs/job-kind.ts';

/** Something that happened in this process, for metrics: only names, numbers and codes. */
export type Measurement =
  | {
      readonly type: 'job';
      readonly kind: JobKind;
      /** `failed`: it will be retried. `handed-back`: the worker stopped. A job whose request failed for good is `done`. */
      readonly outcome: 'done' | 'failed' | 'handed-back';
      readonly durationMs: number;
      /** Whether it had been started before. */
      readonly isRetry: boolean;
    }
  | {
      readonly type: 'webhook-attempt';
      /** `deferred`: nothing was sent, since the receiver has the maximum number of deliveries in progress. */
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
  /** `errorCode`: the code of its ERROR; `null` if it ended without one. */
  | { readonly type: 'session-end'; readonly errorCode: string | null; readonly durationMs: number }
  /** From the end of the voice in the received audio to the final result. */
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
  /** A call waited for a connection to the database; almost 0 if one was free. */
  | { readonly type: 'connection-wait'; readonly waitMs: number };

/** Registers a listener for measurements. @returns a function that removes it */
export type OnMeasurement = (listener: (measurement: Measurement) => void) => () => void;

/** What an app's leases limit: live syntheses, or live recognitions. */
export type LeaseKind = 'synthesis' | 'recognition';

/** The operations of an audio store. `open` does not read the object's data yet. */
export type AudioStoreOperation = 'create' | 'keep' | 'open' | 'local' | 'list' | 'remove' | 'check';
