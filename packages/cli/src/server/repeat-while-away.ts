import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError } from '@parlance/core/errors';

const AGAIN_AFTER_MS = 1000;

/** Does something, again and again if need be. */
export type Repeat = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Once is enough. */
export const once: Repeat = (work) => work();

/**
 * Repeats what fails because the database is away, each second until it is there: a start that has come so far that callers are
 * answered waits for it, as a running service does.
 *
 * @returns rejects with every other error, and with `ABORTED`
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
