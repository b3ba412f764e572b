import { concurrencyExceeded } from '../../accounts/app-limits/concurrency-slots.ts';
import {
  fullBucket,
  returnToken,
  type TokenBucket,
  takeToken,
} from '../../accounts/app-limits/token-bucket.ts';
import { rememberByApp } from '../../accounts/remember-by-app.ts';
import type { Clock } from '../../platform/clock.ts';

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

/** Of an app, while sessions of it wait. */
interface Queue {
  readonly appId: string;
  /** Told whether they were given a token. */
  readonly waiting: Set<(hasToken: boolean) => void>;
  cancelTimer: (() => void) | undefined;
}

/** A session has a token of its app until it brings audio. An app without tokens waits, in order; other apps don't. */
export function createIdleSessionLimiter(clock: Pick<Clock, 'monotonicMs' | 'after'>): IdleSessionLimiter {
  const buckets = rememberByApp<TokenBucket>();
  const queues = new Map<string, Queue>();
  /** Sessions that brought audio and are not over, by app. */
  const speaking = new Map<string, number>();
  let allSpeaking = 0;

  const countSpeaker = (appId: string, by: 1 | -1): void => {
    allSpeaking += by;
    const left = (speaking.get(appId) ?? 0) + by;
    if (left === 0) speaking.delete(appId);
    else speaking.set(appId, left);
  };

  const bucketOf = (appId: string): TokenBucket =>
    buckets.get(appId) ?? fullBucket(FRUITLESS, clock.monotonicMs());

  const queueOf = (appId: string): Queue => {
    const queue = queues.get(appId) ?? { appId, waiting: new Set(), cancelTimer: undefined };
    queues.set(appId, queue);
    return queue;
  };

  const forgetEmpty = (queue: Queue): void => {
    if (queue.waiting.size > 0 || queues.get(queue.appId) !== queue) return;
    queue.cancelTimer?.();
    queues.delete(queue.appId);
  };

  /** Lets in as many as there are tokens, or all where nobody else speaks, and comes back for the next. */
  const open = (queue: Queue): void => {
    queue.cancelTimer?.();
    queue.cancelTimer = undefined;
    for (const enter of queue.waiting) {
      const isInTheWay = allSpeaking > (speaking.get(queue.appId) ?? 0);
      if (isInTheWay) {
        const { bucket, waitMs } = takeToken(bucketOf(queue.appId), FRUITLESS, clock.monotonicMs());
        buckets.set(queue.appId, bucket);
        if (waitMs > 0) {
          queue.cancelTimer = clock.after(Math.ceil(waitMs), () => open(queue));
          return;
        }
      }
      queue.waiting.delete(enter);
      enter(isInTheWay);
    }
    forgetEmpty(queue);
  };

  const visitOf = (appId: string, hasToken: boolean): SessionVisit => {
    let isHeld = hasToken;
    let isSpeaking = false;
    const forgive = (): void => {
      if (!isHeld) return;
      isHeld = false;
      buckets.set(appId, returnToken(bucketOf(appId), FRUITLESS));
      const queue = queues.get(appId);
      if (queue !== undefined) open(queue);
    };
    return {
      get isAlone() {
        return allSpeaking === (isSpeaking ? 1 : 0);
      },
      speak() {
        if (!isSpeaking) countSpeaker(appId, 1);
        isSpeaking = true;
        forgive();
      },
      forgive,
      leave() {
        if (!isSpeaking) return;
        isSpeaking = false;
        countSpeaker(appId, -1);
        for (const queue of [...queues.values()]) open(queue);
      },
    };
  };

  return {
    async enter(appId, limit, signal) {
      const waitingNow = queues.get(appId)?.waiting.size ?? 0;
      if (waitingNow >= limit) {
        const what = 'live recognitions waiting to begin';
        throw concurrencyExceeded('RECOGNITION_CONCURRENCY_EXCEEDED', what, { running: waitingNow, limit });
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const queue = queueOf(appId);
      queue.waiting.add(resolve);
      const giveUp = (): void => {
        queue.waiting.delete(resolve);
        forgetEmpty(queue);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      open(queue);
      return visitOf(appId, await promise);
    },
  };
}
