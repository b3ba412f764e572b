import { concurrencyExceeded } from '../../domain/apps/concurrency-slots.ts';
import { fullBucket, returnToken, type TokenBucket, takeToken } from '../../domain/apps/token-bucket.ts';
import type { Clock } from '../../ports/clock.ts';

/**
 * Slows down apps that open session after session to no purpose: each costs the server a handshake, a look at the app and a slot.
 * Shared by all sessions of a server.
 */
export interface SessionDoor {
  /**
   * @param limit sessions of the app that may wait here at once
   * @returns once the app may open one more: what is to be called when the session brought audio, or failed for a reason of ours
   * @throws SpeechError `RECOGNITION_CONCURRENCY_EXCEEDED` when as many wait already; never resolves once the signal aborts
   */
  enter(appId: string, limit: number, signal: AbortSignal): Promise<() => void>;
}

/**
 * Sessions that may bring nothing: so many at once, then two a second. Far above what reloaded pages and broken networks amount to; far
 * below what a server notices.
 */
const FRUITLESS = { perMinute: 120 } as const;

interface Doorway {
  bucket: TokenBucket;
  readonly waiting: Set<() => void>;
  cancelTimer: (() => void) | undefined;
}

/** A session has a token of its app until it brings audio. An app without tokens waits, in order; other apps don't. */
export function createSessionDoor(clock: Pick<Clock, 'monotonicMs' | 'after'>): SessionDoor {
  const doorways = new Map<string, Doorway>();

  const doorwayOf = (appId: string): Doorway => {
    const known = doorways.get(appId);
    if (known !== undefined) return known;
    const bucket = fullBucket(FRUITLESS, clock.monotonicMs());
    const made: Doorway = { bucket, waiting: new Set(), cancelTimer: undefined };
    doorways.set(appId, made);
    return made;
  };

  /** Lets in as many as there are tokens, and comes back for the next. */
  const open = (doorway: Doorway): void => {
    doorway.cancelTimer?.();
    doorway.cancelTimer = undefined;
    for (const enter of doorway.waiting) {
      const { bucket, waitMs } = takeToken(doorway.bucket, FRUITLESS, clock.monotonicMs());
      doorway.bucket = bucket;
      if (waitMs > 0) {
        doorway.cancelTimer = clock.after(Math.ceil(waitMs), () => open(doorway));
        return;
      }
      doorway.waiting.delete(enter);
      enter();
    }
  };

  return {
    async enter(appId, limit, signal) {
      const doorway = doorwayOf(appId);
      const { waiting } = doorway;
      if (waiting.size >= limit) {
        const what = 'live recognitions waiting to begin';
        throw concurrencyExceeded('RECOGNITION_CONCURRENCY_EXCEEDED', what, { running: waiting.size, limit });
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.add(resolve);
      signal.addEventListener('abort', () => void waiting.delete(resolve), { once: true });
      open(doorway);
      await promise;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        doorway.bucket = returnToken(doorway.bucket, FRUITLESS);
        open(doorway);
      };
    },
  };
}
