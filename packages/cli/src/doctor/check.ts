import type { ServerSettings } from '@parlance/core/settings';

/** The result of a check. `optional`: missing, but only one feature needs it. */
export interface Finding {
  readonly subject: string;
  readonly state: 'good' | 'optional' | 'bad';
  readonly finding: string;
  /** How to fix it; absent if there is nothing to fix. */
  readonly remedy?: string;
}

/** Checks one thing that the service depends on. Never throws. */
export type Check = (settings: ServerSettings) => Promise<Finding>;
