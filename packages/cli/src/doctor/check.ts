import type { ServerSettings } from '@parlance/core/settings';

/** What a check found. `optional`: missing, and everything but one feature works without it. */
export interface Finding {
  readonly subject: string;
  readonly state: 'good' | 'optional' | 'bad';
  readonly finding: string;
  /** How to fix it; absent when there is nothing to fix. */
  readonly remedy?: string;
}

/** Looks at one thing that the service stands on. Never throws. */
export type Check = (settings: ServerSettings) => Promise<Finding>;
