import type { Clock } from '@parlance/core/platform';

const MAX_IN_FLIGHT = 4;
/** A receiver that failed this often in a row gets one delivery at a time, until one succeeds. */
const FAILURES_BEFORE_CARE = 10;
/** A working receiver completes deliveries soon. Waiting longer for others would delay the deliveries to all receivers. */
const MAX_WAIT_MS = 2_000;
/** The maximum number of origins that are remembered because they failed; idle ones that were not used for the longest time are forgotten first. */
const MAX_REMEMBERED_ORIGINS = 10_000;

/** The right to run one delivery. */
export interface Pass {
  leave(hasSucceeded: boolean): void;
}

interface Origin {
  inFlight: number;
  straightFailures: number;
  readonly waiting: Set<(pass: Pass | null) => void>;
}

/** Limits the deliveries to one origin, so that a slow or dead receiver does not occupy all workers. */
export class OriginGate {
  readonly #origins = new Map<string, Origin>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns `null` if the origin is at its limit: at once if it keeps failing, else after two seconds or at an abort */
  async enter(name: string, signal?: AbortSignal): Promise<Pass | null> {
    const origin = this.#take(name);
    if (origin.inFlight < limitOf(origin)) return this.#admit(name, origin);
    if (hasFailedOften(origin) || signal?.aborted) return null;
    return await new Promise((resolve) => {
      const settle = (pass: Pass | null): void => {
        origin.waiting.delete(settle);
        stopTimer();
        signal?.removeEventListener('abort', giveUp);
        resolve(pass);
      };
      const giveUp = (): void => settle(null);
      const stopTimer = this.#clock.after(MAX_WAIT_MS, giveUp);
      signal?.addEventListener('abort', giveUp);
      origin.waiting.add(settle);
    });
  }

  #take(name: string): Origin {
    const origin = this.#origins.get(name) ?? { inFlight: 0, straightFailures: 0, waiting: new Set() };
    this.#origins.delete(name);
    this.#origins.set(name, origin);
    this.#forgetOldest();
    return origin;
  }

  #forgetOldest(): void {
    if (this.#origins.size <= MAX_REMEMBERED_ORIGINS) return;
    for (const [name, { inFlight }] of this.#origins) {
      if (inFlight > 0) continue;
      this.#origins.delete(name);
      return;
    }
  }

  #admit(name: string, origin: Origin): Pass {
    origin.inFlight++;
    return {
      leave: (hasSucceeded) => {
        origin.inFlight--;
        origin.straightFailures = hasSucceeded ? 0 : origin.straightFailures + 1;
        this.#letIn(name, origin);
        if (origin.inFlight === 0 && origin.straightFailures === 0) this.#origins.delete(name);
      },
    };
  }

  #letIn(name: string, origin: Origin): void {
    for (const settle of [...origin.waiting]) {
      if (origin.inFlight < limitOf(origin)) settle(this.#admit(name, origin));
      else if (hasFailedOften(origin)) settle(null);
    }
  }
}

function hasFailedOften({ straightFailures }: Origin): boolean {
  return straightFailures >= FAILURES_BEFORE_CARE;
}

function limitOf(origin: Origin): number {
  return hasFailedOften(origin) ? 1 : MAX_IN_FLIGHT;
}
