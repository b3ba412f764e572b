import type { CallOptions as AnyCallOptions } from '@parlance/core/call';
import type { Tracer } from '@parlance/core/platform';

export interface CallOptions extends Omit<AnyCallOptions, 'clock'> {
  /** Absent: the system clock. */
  readonly clock?: AnyCallOptions['clock'] | undefined;
  /** Absent: nothing is traced. */
  readonly tracer?: Tracer | undefined;
  /** Maximum number of simultaneous calls of all apps together. Default 1000. */
  readonly maxCalls?: number | undefined;
}

export const DEFAULT_MAX_CALLS = 1000;
