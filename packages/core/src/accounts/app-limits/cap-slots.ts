import { SpeechError } from '../../errors/speech-error.ts';
import type { ConcurrencySlots } from './concurrency-slots.ts';

/** A call that runs may end at any moment. */
const RETRY_SECONDS = 2;

/**
 * Slots of which all apps together have no more than `most` in this process, whatever each app may have.
 *
 * @param most `null`: as many as the apps may have
 */
export function capSlots(slots: ConcurrencySlots, most: number | null, what: string): ConcurrencySlots {
  if (most === null) return slots;
  let running = 0;
  return {
    inUse: (appId) => slots.inUse(appId),
    /** @throws SpeechError `QUEUE_FULL` as well */
    async take(appId, limit) {
      if (running >= most) {
        const message = `${running} ${what} are running; that is the limit of this process. Try again in ${RETRY_SECONDS} s.`;
        throw new SpeechError('QUEUE_FULL', message, { limit: most, retryAfterSeconds: RETRY_SECONDS });
      }
      running += 1;
      let isHeld = true;
      const leave = (): void => {
        if (isHeld) running -= 1;
        isHeld = false;
      };
      try {
        const release = await slots.take(appId, limit);
        return () => {
          leave();
          release();
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}
