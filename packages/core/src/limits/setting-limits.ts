import { LIMITS } from './limits.ts';

/** What operators may set, and what holds where they set nothing. The unit is part of the name; `least` and `most` are allowed themselves. */
export const SETTING_LIMITS = {
  idleUnloadMinutes: { most: 10_080, default: 10 },
  segmentCacheMib: { most: 65_536, default: 64 },
  /** Of live syntheses, and of live recognitions. */
  concurrency: { most: LIMITS.app.maxConcurrency, default: 5 },
  maxLiveWaitSeconds: { most: 3600, default: 30 },
  utteranceSilenceMs: { least: 100, most: 10_000, default: LIMITS.session.defaultSpeechCompleteTimeoutMs },
  /** The longest wait is as long as audio is kept. */
  webhookRetrySeconds: { most: 259_200, mostWaits: 20 },
  maxWaitingJobs: { most: 1_000_000, default: 10_000 },
  transcriptDays: { least: 1, most: 36_500, default: 30 },
  requestDays: { least: LIMITS.audioLink.retentionDays, most: 36_500, default: 90 },
  /** At least as long as the console looks back at an app's use, so that it finds the rows of a part of an hour. */
  ledgerDays: { least: 30, most: 36_500, default: null },
  port: { most: 65_535, default: 8080 },
  adminTokenChars: { least: 16 },
  databaseConnections: { least: 2, most: 1000, default: 10 },
  /** Load balancers ask every few seconds. */
  drainDelaySeconds: { most: 300, default: 0 },
  /** Live sessions last four hours at most. */
  drainTimeoutSeconds: { most: LIMITS.session.mostMaxSeconds, default: 30 },
} as const;

/** What a profile has in place of the default values. docs/operations.md has the table. */
export const PROFILE_DEFAULTS = {
  default: {},
  small: { idleUnloadMinutes: 2, keepDefaultsLoaded: false, segmentCacheMib: 8 },
} as const;
