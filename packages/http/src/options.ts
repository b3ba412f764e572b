import type { SpeechService } from '@parlance/core';

/** What the adapter needs and may be told. */
export interface SpeechHttpOptions {
  readonly service: SpeechService;
  /** Mounts the admin API for this token; absent: there is none. */
  readonly adminToken?: string;
  /**
   * Address under which clients reach the service, without a slash at its end, for links in answers. Absent: taken from each
   * request's own `Host`.
   */
  readonly publicUrl?: string;
  /** How long a client may leave streamed audio unread before it is cut off. Default 30 000. */
  readonly stallTimeoutMs?: number;
  /** Uploads held in memory at once; one more is refused with 503. Default 32. */
  readonly maxUploads?: number;
  /** Memory for the voices' sample audio. Default 16 MiB. */
  readonly demoCacheBytes?: number;
}

export const DEFAULT_STALL_TIMEOUT_MS = 30_000;
/** 10 MB each: 320 MB at the worst. */
export const DEFAULT_MAX_UPLOADS = 32;
export const DEFAULT_DEMO_CACHE_BYTES = 16_777_216;
