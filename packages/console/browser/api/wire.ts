/** The answers of the admin API, as far as the pages use them. Times are ISO 8601. */
export type Status = 'processing' | 'success' | 'failed';
export type RequestType = 'synthesis' | 'transcription';
export type Counts = Readonly<Record<Status, number>>;

export interface OverviewAnswer {
  readonly synthesis: Counts;
  readonly transcription: Counts;
  readonly series?: readonly SeriesPoint[];
  readonly rejected?: readonly RejectedCalls[];
}

/** Number of calls that were refused for one reason. */
export interface RejectedCalls {
  readonly status: number;
  readonly code: string;
  readonly count: number;
}

export interface SeriesPoint {
  /** Start of the span. */
  readonly at: string;
  readonly synthesis: Counts;
  readonly transcription: Counts;
}

export interface RequestLine {
  readonly requestId: string;
  readonly appId: string;
  readonly type: RequestType;
  readonly kind: 'batch' | 'legacy' | 'live' | 'session';
  readonly status: Status;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  /** Code points of a synthesis, seconds of a transcription. */
  readonly progress: { readonly done: number; readonly total: number };
  readonly error: { readonly code: string; readonly message: string } | null;
}

export interface RequestsAnswer {
  readonly requests: readonly RequestLine[];
  readonly nextCursor: string | null;
}

export interface AudioFormat {
  readonly container: string;
  readonly sampleRateHz: number;
  readonly bitrateKbps?: number;
}

export interface RequestDetail extends RequestLine {
  readonly characters: number | null;
  readonly voiceCode: string | null;
  readonly format: AudioFormat | null;
  readonly startedAt: string | null;
  readonly credits: number | string | null;
  readonly seconds: number | string | null;
  readonly deliveries: readonly Delivery[];
  readonly audioUrl: string | null;
}

export interface Delivery {
  readonly deliveryId: string;
  readonly appId: string;
  readonly requestId: string;
  readonly url: string;
  readonly state: 'pending' | 'delivered' | 'dead';
  readonly attempts: readonly DeliveryAttempt[];
  readonly createdAt: string;
  readonly nextAttemptAt: string | null;
  readonly endedAt: string | null;
}

export interface DeliveryAttempt {
  readonly at: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly problem: string | null;
  readonly replayedAt?: string;
}

export interface DeliveriesAnswer {
  readonly deliveries: readonly Delivery[];
  readonly nextCursor: string | null;
}

export interface AppLine {
  readonly appId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt?: string | null;
  readonly ttsConcurrency: number;
  readonly sttConcurrency: number;
  readonly requestsPerMinute?: number | null;
  /** `null`: unlimited. */
  readonly credits: number | null;
  readonly seconds: number | null;
}

export interface AppDetail extends AppLine {
  readonly usage?: {
    readonly syntheses: number;
    readonly transcriptions: number;
    readonly credits: number | string;
    readonly seconds: number | string;
  };
}

export interface AppsAnswer {
  readonly apps: readonly AppLine[];
  readonly nextCursor: string | null;
}

export interface CreatedApp {
  readonly appId: string;
  readonly name: string;
  readonly token: string;
  readonly webhookSecret: string;
  readonly expiresAt: string | null;
}

export interface RotatedToken {
  readonly appId: string;
  readonly token: string;
  readonly expiresAt: string | null;
  /** `null`: it became invalid at once. */
  readonly oldTokenGoodUntil: string | null;
}

export interface RotatedSecret {
  readonly appId: string;
  readonly webhookSecret: string;
  readonly oldSecretSignsUntil: string | null;
}

export interface TryToken {
  readonly appId: string;
  readonly token: string;
  readonly expiresAt: string;
}

/** An entry of an app's vocabulary. */
export interface VocabularyTerm {
  readonly term: string;
  readonly saidAs?: string;
  readonly heardAs?: readonly string[];
}

/** How a synthesized term was recognized. */
export interface TermTrial {
  readonly term: string;
  readonly sentences: number;
  readonly right: number;
  readonly forms: readonly string[];
  readonly ordinary: readonly string[];
}

export interface VocabularyTrialsAnswer {
  readonly voiceCode: string;
  readonly trials: readonly TermTrial[];
}

export interface VocabularyAnswer {
  readonly appId: string;
  readonly terms: readonly VocabularyTerm[];
  readonly changedAt: string | null;
}

export interface ModelLine {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly languages: readonly string[];
  readonly licence: string;
  readonly licenceUrl: string;
  readonly licenceNotice: string | null;
  readonly goodFor: string | null;
  readonly figures: string | null;
  readonly sizeBytes: number;
  readonly downloadBytes: number | null;
  readonly state: 'available' | 'installing' | 'installed';
  readonly progress: {
    readonly phase: 'download' | 'verify' | 'convert' | 'install';
    readonly doneBytes: number;
    readonly totalBytes: number;
  } | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly isInUse: boolean;
  readonly isDeclared: boolean;
  readonly isDefault: boolean;
  readonly voices: readonly string[];
  readonly requiredBy: readonly string[];
  readonly memoryBytes: number | null;
  readonly measured: { readonly audioSeconds: number; readonly realTimeFactor: number } | null;
}

export interface ModelsAnswer {
  readonly defaultVoice: string | null;
  readonly defaultRecognizer: string | null;
  readonly models: readonly ModelLine[];
}

export interface VoiceLine {
  readonly code: string;
  readonly name: string;
  readonly gender: 'male' | 'female';
  readonly languageCode: string;
  readonly nativeRateHz: number;
  readonly creditFactor: number | string;
  readonly ownership: 'SERVICE' | 'COMMUNITY' | 'PERSONAL';
  readonly ownerAppId?: string | null;
  readonly engine: string;
  readonly licence: string;
}

export interface VoicePackLine {
  readonly packId: string;
  readonly addedAt: string;
  readonly family: string;
  readonly licence: string;
  readonly ownerAppId: string | null;
  readonly voices: readonly { readonly code: string; readonly name: string; readonly languageCode: string }[];
  readonly sizeBytes: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly usedAs: readonly string[];
}

export interface VoicePacksAnswer {
  readonly voicePacks: readonly VoicePackLine[];
}

interface Percentiles {
  readonly p50: number | null;
  readonly p95: number | null;
}

export interface LiveAnswer {
  readonly queue: { readonly jobs: Readonly<Record<string, number>> };
  readonly workers: readonly {
    readonly engine: string;
    readonly busy: number;
    readonly size: number;
    /** `null`: the engine does not report it. */
    readonly loadState: 'unloaded' | 'loading' | 'loading-more' | 'loaded' | null;
    /** Why the engine cannot work now. */
    readonly problem: string | null;
  }[];
  readonly sessions: { readonly open: number };
  readonly live: { readonly syntheses: number };
  readonly latency: { readonly firstAudioMs: Percentiles; readonly finalMs: Percentiles };
}

export type CountsByName = Readonly<Record<string, number>>;

export interface StatusAnswer {
  /** The process that answered. */
  readonly nodeId: string;
  /** `null`: the database does not report it. */
  readonly queue: {
    readonly jobs: CountsByName;
    readonly oldestWaitMs: CountsByName;
    readonly deliveries: CountsByName;
  } | null;
  readonly nodes: readonly NodeStatus[];
}

export interface NodeStatus {
  readonly nodeId: string;
  readonly hostName: string;
  readonly roles: readonly string[];
  readonly version: string;
  readonly nodeVersion: string;
  readonly startedAt: string;
  readonly residentBytes: number;
  /** `null`: the system does not report it. */
  readonly memoryKills: number | null;
  readonly engines: readonly {
    readonly engine: string;
    readonly kind: 'synthesis' | 'recognition';
    readonly workers: number;
    readonly running: number;
    readonly waiting: number;
    readonly loadState: 'unloaded' | 'loading' | 'loading-more' | 'loaded' | null;
    readonly problem: string | null;
    readonly residentBytes: number | null;
    readonly refused: number;
    readonly incidents: CountsByName;
  }[];
  readonly liveSyntheses: number;
  readonly openSessions: number;
  readonly endedSessions: CountsByName;
  readonly refusals: CountsByName;
  /** `null`: limits are not shared with other processes. */
  readonly leases: { readonly held: number; readonly renewed: number; readonly lost: number } | null;
  readonly webhookAttempts: CountsByName;
  readonly audioStore: { readonly calls: number; readonly failed: number; readonly meanMs: number | null };
  /** `null`: the embedded database is used. */
  readonly connections: {
    readonly busy: number;
    readonly idle: number;
    readonly waiting: number;
    readonly waitMeanMs: number | null;
    readonly waitMaxMs: number | null;
  } | null;
  /** The problem of each dependency; `null` while it works. */
  readonly dependencies: Readonly<Record<string, string | null>>;
}

export interface AuditLine {
  readonly entryId: string;
  readonly createdAt: string;
  readonly actor: 'token' | 'session' | 'command-line' | 'nobody';
  readonly sessionId: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly address: string | null;
}

export interface AuditAnswer {
  readonly entries: readonly AuditLine[];
  readonly nextCursor: string | null;
}
