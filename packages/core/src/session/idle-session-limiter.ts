import { concurrencyExceeded } from '../accounts/concurrency-slots.ts';
import { fullBucket, returnToken, type TokenBucket, takeToken } from '../accounts/token-bucket.ts';
import type { Clock } from '../platform/clock.ts';

/**
 * Slows down apps that open session after session to no purpose while others speak: each costs the server a handshake, a look at the
 * app and a slot. Where nobody else speaks nobody is held up, and nothing is slowed. Shared by all sessions of a server.
 */
export interface IdleSessionLimiter {
  /**
   * @param limit sessions of the app that may wait here at once
   * @returns once the app may open one more
   * @throws SpeechError `RECOGNITION_CONCURRENCY_EXCEEDED` when as many wait already; never resolves once the signal aborts
   */
  enter(appId: string, limit: number, signal: AbortSignal): Promise<SessionVisit>;
}

/** One session that the limiter let in. */
export interface SessionVisit {
  /** Whether no other session brings audio. */
  readonly isAlone: boolean;
  /** It brought audio: it has a purpose. Safe to call again. */
  speak(): void;
  /** It fails for a reason of ours, and counts for nothing. */
  forgive(): void;
  /** It is over. */
  leave(): void;
}

/**
 * Sessions that may bring nothing: so many at once, then two a second. Far above what reloaded pages and broken networks amount to; far
 * below what a server notices.
 */
const FRUITLESS = { perMinute: 120 } as const;

interface AppEntry {
  readonly appId: string;
  bucket: TokenBucket;
  /** Told whether they were given a token. */
  readonly waiting: Set<(hasToken: boolean) => void>;
  cancelTimer: (() => void) | undefined;
}

/** A session has a token of its app until it brings audio. An app without tokens waits, in order; other apps don't. */
export function createIdleSessionLimiter(clock: Pick<Clock, 'monotonicMs' | 'after'>): IdleSessionLimiter {
  const apps = new Map<string, AppEntry>();
  /** Sessions that brought audio and are not over, by app. */
  const speaking = new Map<string, number>();
  let allSpeaking = 0;

  const countSpeaker = (appId: string, by: 1 | -1): void => {
    allSpeaking += by;
    const left = (speaking.get(appId) ?? 0) + by;
    if (left === 0) speaking.delete(appId);
    else speaking.set(appId, left);
  };

  const entryOf = (appId: string): AppEntry => {
    const known = apps.get(appId);
    if (known !== undefined) return known;
    const bucket = fullBucket(FRUITLESS, clock.monotonicMs());
    const made: AppEntry = { appId, bucket, waiting: new Set(), cancelTimer: undefined };
    apps.set(appId, made);
    return made;
  };

  /** Lets in as many as there are tokens, or all where nobody else speaks, and comes back for the next. */
  const open = (entry: AppEntry): void => {
    entry.cancelTimer?.();
    entry.cancelTimer = undefined;
    for (const enter of entry.waiting) {
      const isInTheWay = allSpeaking > (speaking.get(entry.appId) ?? 0);
      if (isInTheWay) {
        const { bucket, waitMs } = takeToken(entry.bucket, FRUITLESS, clock.monotonicMs());
        entry.bucket = bucket;
        if (waitMs > 0) {
          entry.cancelTimer = clock.after(Math.ceil(waitMs), () => open(entry));
          return;
        }
      }
      entry.waiting.delete(enter);
      enter(isInTheWay);
    }
  };

  const visitOf = (entry: AppEntry, hasToken: boolean): SessionVisit => {
    let isHeld = hasToken;
    let isSpeaking = false;
    const forgive = (): void => {
      if (!isHeld) return;
      isHeld = false;
      entry.bucket = returnToken(entry.bucket, FRUITLESS);
      open(entry);
    };
    return {
      get isAlone() {
        return allSpeaking === (isSpeaking ? 1 : 0);
      },
      speak() {
        if (!isSpeaking) countSpeaker(entry.appId, 1);
        isSpeaking = true;
        forgive();
      },
      forgive,
      leave() {
        if (!isSpeaking) return;
        isSpeaking = false;
        countSpeaker(entry.appId, -1);
        for (const other of apps.values()) if (other.waiting.size > 0) open(other);
      },
    };
  };

  return {
    async enter(appId, limit, signal) {
      const entry = entryOf(appId);
      const { waiting } = entry;
      if (waiting.size >= limit) {
        const what = 'live recognitions waiting to begin';
        throw concurrencyExceeded('RECOGNITION_CONCURRENCY_EXCEEDED', what, { running: waiting.size, limit });
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting.add(resolve);
      signal.addEventListener('abort', () => void waiting.delete(resolve), { once: true });
      open(entry);
      return visitOf(entry, await promise);
    },
  };
}
