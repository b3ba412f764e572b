import { concurrencyExceeded } from '../../domain/apps/concurrency-slots.ts';
import { fullBucket, returnToken, type TokenBucket, takeToken } from '../../domain/apps/token-bucket.ts';
import type { Clock } from '../../ports/clock.ts';

/**
 * Slows down apps that open session after session to no purpose while others speak: each costs the server a handshake, a look at the
 * app and a slot. Where nobody else speaks nobody is held up, and nothing is slowed. Shared by all sessions of a server.
 */
export interface SessionDoor {
  /**
   * @param limit sessions of the app that may wait here at once
   * @returns once the app may open one more
   * @throws SpeechError `RECOGNITION_CONCURRENCY_EXCEEDED` when as many wait already; never resolves once the signal aborts
   */
  enter(appId: string, limit: number, signal: AbortSignal): Promise<SessionVisit>;
}

/** One session behind the door. */
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

interface Doorway {
  readonly appId: string;
  bucket: TokenBucket;
  /** Told whether they were given a token. */
  readonly waiting: Set<(hasToken: boolean) => void>;
  cancelTimer: (() => void) | undefined;
}

/** A session has a token of its app until it brings audio. An app without tokens waits, in order; other apps don't. */
export function createSessionDoor(clock: Pick<Clock, 'monotonicMs' | 'after'>): SessionDoor {
  const doorways = new Map<string, Doorway>();
  /** Sessions that brought audio and are not over, by app. */
  const speaking = new Map<string, number>();
  let allSpeaking = 0;

  const countSpeaker = (appId: string, by: 1 | -1): void => {
    allSpeaking += by;
    const left = (speaking.get(appId) ?? 0) + by;
    if (left === 0) speaking.delete(appId);
    else speaking.set(appId, left);
  };

  const doorwayOf = (appId: string): Doorway => {
    const known = doorways.get(appId);
    if (known !== undefined) return known;
    const bucket = fullBucket(FRUITLESS, clock.monotonicMs());
    const made: Doorway = { appId, bucket, waiting: new Set(), cancelTimer: undefined };
    doorways.set(appId, made);
    return made;
  };

  /** Lets in as many as there are tokens, or all where nobody else speaks, and comes back for the next. */
  const open = (doorway: Doorway): void => {
    doorway.cancelTimer?.();
    doorway.cancelTimer = undefined;
    for (const enter of doorway.waiting) {
      const isInTheWay = allSpeaking > (speaking.get(doorway.appId) ?? 0);
      if (isInTheWay) {
        const { bucket, waitMs } = takeToken(doorway.bucket, FRUITLESS, clock.monotonicMs());
        doorway.bucket = bucket;
        if (waitMs > 0) {
          doorway.cancelTimer = clock.after(Math.ceil(waitMs), () => open(doorway));
          return;
        }
      }
      doorway.waiting.delete(enter);
      enter(isInTheWay);
    }
  };

  const visitOf = (doorway: Doorway, hasToken: boolean): SessionVisit => {
    let isHeld = hasToken;
    let isSpeaking = false;
    const forgive = (): void => {
      if (!isHeld) return;
      isHeld = false;
      doorway.bucket = returnToken(doorway.bucket, FRUITLESS);
      open(doorway);
    };
    return {
      get isAlone() {
        return allSpeaking === (isSpeaking ? 1 : 0);
      },
      speak() {
        if (!isSpeaking) countSpeaker(doorway.appId, 1);
        isSpeaking = true;
        forgive();
      },
      forgive,
      leave() {
        if (!isSpeaking) return;
        isSpeaking = false;
        countSpeaker(doorway.appId, -1);
        for (const other of doorways.values()) if (other.waiting.size > 0) open(other);
      },
    };
  };

  return {
    async enter(appId, limit, signal) {
      const doorway = doorwayOf(appId);
      const { waiting } = doorway;
      if (waiting.size >= limit) {
        const what = 'live recognitions waiting to begin';
        throw concurrencyExceeded('RECOGNITION_CONCURRENCY_EXCEEDED', what, { running: waiting.size, limit });
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting.add(resolve);
      signal.addEventListener('abort', () => void waiting.delete(resolve), { once: true });
      open(doorway);
      return visitOf(doorway, await promise);
    },
  };
}
