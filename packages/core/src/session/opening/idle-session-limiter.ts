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
 * Slows down apps that open many sessions without audio while others speak: each costs the server a handshake, a look-up of the
 * app and a slot. While no other app speaks, nobody has to wait. Shared by all sessions of a server.
 */
export interface IdleSessionLimiter {
  /**
   * @param limit how many sessions of the app may wait here at once
   * @returns when the app may open another one; never resolves once the signal aborts
   * @throws SpeechError `RECOGNITION_CONCURRENCY_EXCEEDED` if that many are waiting already
   */
  enter(appId: string, limit: number, signal: AbortSignal): Promise<SessionVisit>;
}

/** One session that the limiter admitted. */
export interface SessionVisit {
  /** Whether no other session sends audio. */
  readonly isAlone: boolean;
  /** It has sent audio, so it is not idle. Safe to call again. */
  speak(): void;
  /** It fails because of us, so it does not count. */
  forgive(): void;
  /** It is over. */
  leave(): void;
}

/**
 * How many sessions may be idle: this many at once, then two a second. Far above what reloaded pages and broken networks cause, and far
 * below what a server would notice.
 */
const FRUITLESS = { perMinute: 120 } as const;

/** An app's queue, while its sessions wait. */
interface Queue {
  readonly appId: string;
  /** Called with whether the session got a token. */
  readonly waiting: Set<(hasToken: boolean) => void>;
  cancelTimer: (() => void) | undefined;
}

/** A session holds a token of its app until it sends audio. Sessions of an app without tokens wait, in order; other apps don't. */
export function createIdleSessionLimiter(clock: Pick<Clock, 'monotonicMs' | 'after'>): IdleSessionLimiter {
  const buckets = rememberByApp<TokenBucket>();
  const queues = new Map<string, Queue>();
  /** How many sessions have sent audio and are not over, by app. */
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

  /** Admits as many as there are tokens, or all if nobody else speaks, and schedules itself for the rest. */
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
