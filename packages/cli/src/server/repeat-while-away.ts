import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError } from '@parlance/core/errors';

const AGAIN_AFTER_MS = 1000;

/** Runs the work, repeatedly if necessary. */
export type Repeat = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Does not repeat. */
export const once: Repeat = (work) => work();

/**
 * Repeats work each second while the database is unavailable: once callers are answered, a start waits for the database as a running
 * service does.
 *
 * @returns rejects with `ABORTED`, and at once with every other error
 */
export function repeatWhileAway({
  signal,
  onFailure,
}: {
  readonly signal: AbortSignal;
  readonly onFailure: (error: SpeechError) => void;
}): Repeat {
  return async (work) => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!SpeechError.is(error) || error.code !== 'STORAGE_FAILED') throw error;
        onFailure(error);
      }
      await delay(AGAIN_AFTER_MS, undefined, { signal }).catch(() => {
        throw SpeechError.aborted(signal);
      });
    }
  };
}
