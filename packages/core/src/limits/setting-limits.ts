import { LIMITS } from './limits.ts';

/** What operators may set, and the defaults. The unit is part of the name; `least` and `most` are inclusive. */
export const SETTING_LIMITS = {
  idleUnloadMinutes: { most: 10_080, default: 10 },
  segmentCacheMib: { most: 65_536, default: 64 },
  memoryReserveMib: { most: 65_536, default: 0 },
  /** For live syntheses, and for live recognitions. */
  concurrency: { most: LIMITS.app.maxConcurrency, default: 5 },
  /** Of all apps in one process. */
  maxLive: { most: 100_000, default: null },
  maxLiveWaitSeconds: { most: 3600, default: 30 },
  utteranceSilenceMs: { least: 100, most: 10_000, default: LIMITS.session.defaultSpeechCompleteTimeoutMs },
  /** At most as long as audio is kept. */
  webhookRetrySeconds: { most: 259_200, mostWaits: 20 },
  maxWaitingJobs: { most: 1_000_000, default: 10_000 },
  transcriptDays: { least: 1, most: 36_500, default: 30 },
  requestDays: { least: LIMITS.audioLink.retentionDays, most: 36_500, default: 90 },
  /** At least as long as the period for which the console shows an app's use, so that rows of part of an hour are still in the database. */
  ledgerDays: { least: 30, most: 36_500, default: null },
  port: { most: 65_535, default: 8080 },
  adminTokenChars: { least: 16 },
  databaseConnections: { least: 2, most: 1000, default: 10 },
  /** Load balancers check every few seconds. */
  drainDelaySeconds: { most: 300, default: 0 },
  /** At most as long as the longest live session, four hours. */
  drainTimeoutSeconds: { most: LIMITS.session.mostMaxSeconds, default: 30 },
} as const;

/** The values of a profile that differ from the defaults. docs/operations.md has the table. */
export const PROFILE_DEFAULTS = {
  default: {},
  small: {
    idleUnloadMinutes: 2,
    keepDefaultsLoaded: false,
    segmentCacheMib: 8,
    memoryReserveMib: 48,
    maxLiveSyntheses: 12,
    maxLiveRecognitions: 6,
  },
} as const;
