export interface CrashBreakerLimits {
  readonly crashes: number;
  readonly windowMs: number;
}

export type BreakerState = 'closed' | 'open' | 'half-open';

/**
 * Counts the deaths of workers and decides when to stop trying. `open` refuses everything; `half-open` admits one task at a
 * time until one succeeds; a death meanwhile opens it again at once.
 */
export class CrashBreaker {
  readonly #limits: CrashBreakerLimits;
  #state: BreakerState = 'closed';
  #deathsMs: number[] = [];

  constructor(limits: CrashBreakerLimits) {
    this.#limits = limits;
  }

  get state(): BreakerState {
    return this.#state;
  }

  /** Deaths within the window that ended with the last one. */
  get deaths(): number {
    return this.#deathsMs.length;
  }

  /** @param nowMs of a monotonic clock */
  recordDeath(nowMs: number): void {
    const sinceMs = nowMs - this.#limits.windowMs;
    this.#deathsMs = [...this.#deathsMs.filter((atMs) => atMs > sinceMs), nowMs];
    const isTooMany = this.#deathsMs.length >= this.#limits.crashes;
    if (isTooMany || this.#state !== 'closed') this.#state = 'open';
  }

  /** To be called after the cool-down, when there is something to try. */
  allowProbe(): void {
    if (this.#state === 'open') this.#state = 'half-open';
  }

  /** @returns whether this closed the breaker */
  recordSuccess(): boolean {
    if (this.#state !== 'half-open') return false;
    this.#state = 'closed';
    this.#deathsMs = [];
    return true;
  }
}

/** @returns the wait before the `deaths`-th replacement: doubles from `minDelayMs` up to `maxDelayMs` */
export function restartDelayMs(deaths: number, limits: { minDelayMs: number; maxDelayMs: number }): number {
  return Math.min(limits.maxDelayMs, limits.minDelayMs * 2 ** (deaths - 1));
}
