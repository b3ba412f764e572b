import type { Clock } from '../../platform/clock.ts';

/**
 * Divides one recognizer's time between finals, which are urgent, and interims, which are optional. One for all sessions
 * of a recognizer. An interim that is not admitted is not queued: its session asks again with what has been spoken by then, so under load
 * interims become fewer and are never stale.
 */
export interface DecodePace {
  /** Called when a final is given to the recognizer. @returns must be called when it ends; safe to call twice */
  beginFinal(): () => void;
  /** @returns must be called when the interim ends; `undefined`: the interim is not admitted now */
  tryInterim(): (() => void) | undefined;
  /** 0 to 1: the share of the recognizer's worker time that finals took recently. */
  readonly load: number;
  /** 0 to 1: the share of the recognizer's workers that are decoding finals now. */
  readonly busyShare: number;
}

export interface DecodePaceOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Segments that the recognizer works on at once. */
  readonly concurrency: number;
}

/** How far back "recently" reaches: a few utterances, so that one burst of finals does not stop interims for long. */
const MEMORY_MS = 5000;
/**
 * Interims get at most this share of the time that finals leave. The rest is for the detector, the sockets, and simultaneous finals.
 * The busier the workers are with finals, the more finals coincide, so the share shrinks with the time that is left.
 */
const INTERIM_SHARE = 0.5;
/** How fast it shrinks: on a recognizer that is half free, interims get an eighth of what they get on an idle one. */
const FREE_POWER = 3;
/** Even if finals take everything, an interim may occasionally run; interims then take long, so that is rare. */
const LEAST_FREE = 0.05;

export function createDecodePace({ clock, concurrency }: DecodePaceOptions): DecodePace {
  /** One of several workers is always left to finals. */
  const mostInterims = Math.max(1, concurrency - 1);
  let finals = 0;
  let interims = 0;
  let load = 0;
  let changedAtMs = clock.monotonicMs();
  let nextInterimAtMs = Number.NEGATIVE_INFINITY;

  const busyShare = (): number => Math.min(finals, concurrency) / concurrency;

  /** Brings the moving average up to date with the number of finals that have been in progress since. */
  const settle = (nowMs: number): number => {
    const weight = Math.exp(-(nowMs - changedAtMs) / MEMORY_MS);
    load = load * weight + busyShare() * (1 - weight);
    changedAtMs = nowMs;
    return load;
  };

  return {
    get load() {
      return settle(clock.monotonicMs());
    },
    get busyShare() {
      return busyShare();
    },
    beginFinal() {
      settle(clock.monotonicMs());
      finals += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        settle(clock.monotonicMs());
        finals -= 1;
      };
    },
    tryInterim() {
      const startMs = clock.monotonicMs();
      if (finals >= concurrency || interims >= mostInterims || startMs < nextInterimAtMs) return undefined;
      interims += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        interims -= 1;
        const endMs = clock.monotonicMs();
        const free = Math.max(LEAST_FREE, (1 - settle(endMs)) ** FREE_POWER);
        nextInterimAtMs = startMs + (endMs - startMs) / (INTERIM_SHARE * free * concurrency);
      };
    },
  };
}

/** For a caller that does not share its recognizer: everything is admitted. */
export const UNPACED: DecodePace = {
  load: 0,
  busyShare: 0,
  beginFinal: () => () => undefined,
  tryInterim: () => () => undefined,
};
