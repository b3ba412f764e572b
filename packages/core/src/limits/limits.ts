/**
 * The limits that callers can meet, as data. Every check, message, schema and document reads them here; what operators can set is in
 * `setting-limits.ts`.
 */
export const LIMITS = {
  synthesis: {
    /** Code points after trimming. */
    maxBatchTextChars: 100_000,
    maxLiveTextChars: 300,
    /** The highest value that an operator may set instead. */
    mostMaxLiveTextChars: 4096,
    minSpeed: 0.25,
    maxSpeed: 1.9,
    defaultSpeed: 1,
    minEmphasis: 0,
    maxEmphasis: 100,
    emphasisStep: 10,
    bitratesKbps: [8, 16, 32, 64, 128],
    defaultBitrateKbps: 128,
    sampleRatesHz: [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000],
  },
  /** A document may be this many times as long as the text that it contains, and nested this deep. */
  ssml: { maxMarkupFactor: 8, maxDepth: 32, maxWarnings: 20 },
  /** Of an app, and of one call beside it. */
  vocabulary: {
    maxAppTerms: 1000,
    maxCallTerms: 200,
    /** Each is spoken and heard four times, so that a call takes half a minute at most on a machine of its own. */
    maxTrialTerms: 10,
    maxTermChars: 80,
    maxSaidAsChars: 200,
    maxHeardAs: 10,
  },
  pauses: { maxSeconds: 10, minSeconds: 0.1, minParagraphSeconds: 0 },
  transcription: {
    sampleRatesHz: [8000, 16_000, 22_050, 32_000, 44_100, 48_000],
    maxChannels: 8,
    /** A file of this many bytes is refused: the size must be below it. */
    batchFileBytes: 100_000_000,
    liveFileBytes: 10_000_000,
    /** Audio of this length is refused: it must be shorter. */
    liveSeconds: 10,
  },
  session: {
    /** Unless the operator allows more, up to `mostMaxSeconds`. */
    maxSeconds: 90,
    mostMaxSeconds: 14_400,
    maxSessionIdChars: 256,
    sampleRatesHz: [8000, 16_000],
    maxChunkBytes: 1_048_576,
    minNoInputTimeoutMs: 3000,
    maxNoInputTimeoutMs: 10_000,
    defaultNoInputTimeoutMs: 5000,
    minSpeechCompleteTimeoutMs: 500,
    maxSpeechCompleteTimeoutMs: 3000,
    defaultSpeechCompleteTimeoutMs: 800,
  },
  /** Of text in, speech out, over one connection. */
  speechStream: {
    maxMessageChars: 4096,
    /** Of all text of one stream. */
    maxTextChars: 20_000,
    /** From the accepted connection. */
    maxSeconds: 3600,
    /** Without any message while nothing is spoken. */
    idleSeconds: 60,
  },
  app: { maxNameChars: 100, maxConcurrency: 10_000, maxRequestsPerMinute: 1_000_000 },
  /** What callers and operators name: webhooks, recordings. */
  url: { maxChars: 2048 },
  /** Hashing takes longer the longer it is, and nobody types more. `maxTriedChars`: of an attempt to sign in. */
  adminPassword: { minChars: 10, maxChars: 200, maxTriedChars: 1000 },
  adminSession: { lifeSeconds: 43_200 },
  /** An answer is given again for as long to a call with the same Idempotency-Key. */
  idempotency: { lifeSeconds: 86_400 },
  /** The old token may go on for 30 days at most. */
  appToken: { maxGraceSeconds: 2_592_000 },
  clientToken: { minLifeSeconds: 60, maxLifeSeconds: 3600, defaultLifeSeconds: 600, maxUses: 1_000_000 },
  /** A pack may bring its own eSpeak NG data, which is some 370 files. */
  voicePack: {
    maxBytes: 1_000_000_000,
    maxFiles: 1000,
    maxManifestBytes: 1_000_000,
    minRateHz: 8000,
    maxRateHz: 48_000,
  },
  voices: { minPage: 1, maxPage: 100, defaultPage: 20 },
  apps: { minPage: 1, maxPage: 100, defaultPage: 20 },
  /** Lists of requests and of webhook deliveries. */
  reports: { minPage: 1, maxPage: 100, defaultPage: 20 },
  /** Of deliveries of webhooks and of refused calls, in reports. */
  reportedDays: { deliveries: 30, refusals: 90 },
  audioLink: { lifeSeconds: 180, retentionDays: 3 },
} as const;
