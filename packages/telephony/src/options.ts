import type { CallOptions as AnyCallOptions } from '@parlance/core/call';

export interface CallOptions extends Omit<AnyCallOptions, 'clock'> {
  /** Absent: the system's. */
  readonly clock?: AnyCallOptions['clock'] | undefined;
  /** Calls at once, of all apps together. Default 1000. */
  readonly maxCalls?: number | undefined;
}

export const DEFAULT_MAX_CALLS = 1000;
