import type { Clock } from '../platform/clock.ts';

/**
 * Shares one recognizer's time between finals, which must come soon, and interims, which are nice to have. One for all sessions
 * of a recognizer. An interim that gets no turn is not queued: its session asks again with what was spoken by then, so under load
 * interims become fewer and are never stale.
 */
export interface DecodePace {
  /** A final is asked of the recognizer. @returns what tells its end; safe to call twice */
  beginFinal(): () => void;
  /** @returns what tells the interim's end, or `undefined`: not now */
  tryInterim(): (() => void) | undefined;
  /** 0 to 1: how much of the recognizer's workers finals took of late. */
  readonly load: number;
  /** 0 to 1: how many of the recognizer's workers have finals to do at this moment. */
  readonly busyShare: number;
}

export interface DecodePaceOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Segments that the recognizer works on at once. */
  readonly concurrency: number;
}

/** How far back "of late" reaches: some utterances of a talk, so that one burst of finals does not silence interims for long. */
const MEMORY_MS = 5000;
/**
 * Of the time that finals leave over, at most. The other half is for the detector, the sockets, and finals that come at the same time.
 * The busier finals keep the workers, the more of them come at the same time: so the share shrinks with what they leave.
 */
const INTERIM_SHARE = 0.5;
/** How fast: of half a free recognizer interims have an eighth of what they have of a whole one. */
const FREE_POWER = 3;
/** Even when finals take everything an interim may slip in now and then; they then last long, so that is rare. */
const LEAST_FREE = 0.05;

export function createDecodePace({ clock, concurrency }: DecodePaceOptions): DecodePace {
  /** Of several workers one is always left to finals. */
  const mostInterims = Math.max(1, concurrency - 1);
  let finals = 0;
  let interims = 0;
  let load = 0;
  let changedAtMs = clock.monotonicMs();
  let nextInterimAtMs = Number.NEGATIVE_INFINITY;

  const busyShare = (): number => Math.min(finals, concurrency) / concurrency;

  /** A moving average over time, brought up to now with the number of finals that were under way since. */
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

/** For a caller that shares its recognizer with nobody: nothing is held back. */
export const UNPACED: DecodePace = {
  load: 0,
  busyShare: 0,
  beginFinal: () => () => undefined,
  tryInterim: () => () => undefined,
};
