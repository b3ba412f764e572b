import type { SpeechErrorCode } from '../../errors/error-codes.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { within } from '../../platform/within.ts';

/** Ends of live calls and sessions of this process that have not been stored. */
export interface EndFigures {
  /** Those that wait for the database. */
  readonly waiting: number;
  /** Those that were given up, since the start: nothing is charged for them, and what was reserved is released by housekeeping. */
  readonly lost: number;
}

/** Writes how live calls and sessions ended: at once, and again until the database takes it. One for each process. */
export interface EndWriter {
  /**
   * @param write runs again after each failure, even if an earlier run was committed but its answer was lost. So it first checks in the
   * records whether the request has ended, and in that case changes nothing
   * @returns settles when the end is written, waits for the database or is given up; never rejects
   */
  add(write: () => Promise<void>): Promise<void>;
  figures(): EndFigures;
  /** Retries the waiting ends at once and then every second. Settles when none is left, or after `timeoutMs`. */
  settle(timeoutMs: number): Promise<void>;
  /** Like {@link EndWriter.settle}; ends that still wait after it are given up. */
  close(timeoutMs: number): Promise<void>;
}

export interface EndWriterOptions {
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>;
  /** Called when the first end has to wait, and when ends are given up. */
  readonly onError: (error: SpeechError) => void;
  /** Called when no end waits any more, with the number of those that did. */
  readonly onCaughtUp?: ((written: number) => void) | undefined;
}

/** About ten megabytes, or the calls of a few minutes. */
const MAX_WAITING = 10_000;
/** A database that refuses an end for this long is not merely unavailable. */
const MAX_AGE_MS = 86_400_000;
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [1000, 15_000];
/** Codes of temporary failures. */
const PASSING: ReadonlySet<SpeechErrorCode> = new Set(['STORAGE_FAILED', 'STORAGE_FULL']);

const NOT_BACK = 'The database did not come back before the service closed.';

interface WaitingEnd {
  readonly write: () => Promise<void>;
  readonly sinceMs: number;
}

export function createEndWriter({ clock, onError, onCaughtUp }: EndWriterOptions): EndWriter {
  const waiting: WaitingEnd[] = [];
  const firstAttempts = new Set<Promise<void>>();
  let [lost, writtenLate, pauseMs] = [0, 0, FIRST_PAUSE_MS];
  let maxPauseMs = MAX_PAUSE_MS;
  let [isRetrying, isClosed] = [false, false];
  let cancelRetry = (): void => undefined;
  let caughtUp = Promise.withResolvers<void>();

  const giveUp = (count: number, why: string, cause?: unknown): void => {
    lost += count;
    const message = `Ends of live calls or sessions that could not be written: ${count}. ${why} What they used is not charged, and what they reserved is released within two hours.`;
    onError(new SpeechError('STORAGE_FAILED', message, { count }, { cause }));
  };

  const wait = (end: WaitingEnd, cause: unknown): void => {
    if (isClosed || waiting.length >= MAX_WAITING) {
      giveUp(1, isClosed ? NOT_BACK : 'Too many wait for the database already.', cause);
      return;
    }
    if (waiting.push(end) > 1) return;
    onError(
      new SpeechError(
        'STORAGE_FAILED',
        'The end of a live call or session could not be written; it, and those that follow, are tried again until the database takes them.',
        {},
        { cause },
      ),
    );
    retryLater();
  };

  const retryLater = (): void => {
    cancelRetry();
    cancelRetry = clock.after(pauseMs, () => void retry());
  };

  /** @returns whether the database took it, or never will */
  const isDone = async ({ write, sinceMs }: WaitingEnd): Promise<boolean> => {
    try {
      await write();
      writtenLate += 1;
      return true;
    } catch (error) {
      if (canPass(error) && clock.monotonicMs() - sinceMs < MAX_AGE_MS) return false;
      giveUp(1, SpeechError.from(error).message, error);
      return true;
    }
  };

  /** One after the other: a database that has just come back has enough to do. */
  const retry = async (): Promise<void> => {
    if (isRetrying) return;
    isRetrying = true;
    for (let end = waiting[0]; end !== undefined; end = waiting[0]) {
      const wasDone = await isDone(end);
      // Given up meanwhile.
      if (waiting.shift() === undefined) break;
      if (wasDone) continue;
      // To the back, so that one which the database refuses for reasons of its own does not hold up the others.
      waiting.push(end);
      break;
    }
    isRetrying = false;
    if (isClosed) return;
    if (waiting.length > 0) {
      pauseMs = Math.min(2 * pauseMs, maxPauseMs);
      retryLater();
      return;
    }
    pauseMs = FIRST_PAUSE_MS;
    if (writtenLate > 0) onCaughtUp?.(writtenLate);
    writtenLate = 0;
    caughtUp.resolve();
    caughtUp = Promise.withResolvers();
  };

  const attempt = async (end: WaitingEnd): Promise<void> => {
    try {
      await end.write();
    } catch (error) {
      if (canPass(error)) wait(end, error);
      else giveUp(1, SpeechError.from(error).message, error);
    }
  };

  const untilWritten = async (): Promise<void> => {
    while (firstAttempts.size > 0 || waiting.length > 0) {
      await Promise.all(firstAttempts);
      if (waiting.length > 0) await caughtUp.promise;
    }
  };

  const settle = async (timeoutMs: number): Promise<void> => {
    pauseMs = FIRST_PAUSE_MS;
    maxPauseMs = FIRST_PAUSE_MS;
    if (waiting.length > 0) {
      cancelRetry();
      void retry();
    }
    await within(clock, timeoutMs, untilWritten());
  };

  return {
    async add(write) {
      const end = { write, sinceMs: clock.monotonicMs() };
      // A database that is away is asked by one call, not by each.
      if (waiting.length > 0) return wait(end, undefined);
      const attempting = attempt(end).finally(() => firstAttempts.delete(attempting));
      firstAttempts.add(attempting);
      await attempting;
    },
    figures: () => ({ waiting: waiting.length, lost }),
    settle,
    async close(timeoutMs) {
      await settle(timeoutMs);
      isClosed = true;
      cancelRetry();
      const rest = waiting.splice(0).length;
      if (rest > 0) giveUp(rest, NOT_BACK);
    },
  };
}

function canPass(error: unknown): boolean {
  return SpeechError.is(error) && PASSING.has(error.code);
}
