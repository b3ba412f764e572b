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
    /** Each is synthesized and recognized four times, so that a call takes at most half a minute on an idle machine. */
    maxTrialTerms: 10,
    maxTermChars: 80,
    maxSaidAsChars: 200,
    maxHeardAs: 10,
  },
  pauses: { maxSeconds: 10, minSeconds: 0.1, minParagraphSeconds: 0 },
  transcription: {
    sampleRatesHz: [8000, 16_000, 22_050, 32_000, 44_100, 48_000],
    maxChannels: 8,
    /** The size must be below this: a file of exactly this many bytes is refused. */
    batchFileBytes: 100_000_000,
    liveFileBytes: 10_000_000,
    /** Audio must be shorter than this. */
    liveSeconds: 10,
  },
  session: {
    /** Operators may allow more, up to `mostMaxSeconds`. */
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
  /** Speech streams: text in and speech out over one connection. */
  speechStream: {
    maxMessageChars: 4096,
    /** All text of one stream together. */
    maxTextChars: 20_000,
    /** Counted from the accepted connection. */
    maxSeconds: 3600,
    /** Without any message while nothing is being synthesized. */
    idleSeconds: 60,
  },
  app: { maxNameChars: 100, maxConcurrency: 10_000, maxRequestsPerMinute: 1_000_000 },
  /** Addresses that callers and operators supply: webhooks, recordings. */
  url: { maxChars: 2048 },
  /** Hashing takes longer for longer passwords, and nobody types more. `maxTriedChars`: in an attempt to sign in. */
  adminPassword: { minChars: 10, maxChars: 200, maxTriedChars: 1000 },
  adminSession: { lifeSeconds: 43_200 },
  /** For this long a call with the same Idempotency-Key gets the first answer. */
  idempotency: { lifeSeconds: 86_400 },
  /** A replaced token may stay valid for at most 30 days. */
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
  /** Pages of lists of requests and of webhook deliveries. */
  reports: { minPage: 1, maxPage: 100, defaultPage: 20 },
  /** How long reports have webhook deliveries and refused calls. */
  reportedDays: { deliveries: 30, refusals: 90 },
  audioLink: { lifeSeconds: 180, retentionDays: 3 },
} as const;
