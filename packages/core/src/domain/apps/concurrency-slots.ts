import type { SpeechErrorCode } from '../errors/error-codes.ts';
import { SpeechError } from '../errors/speech-error.ts';

/** Counts what each app has running at once and refuses the one too many, before any work begins. */
export interface ConcurrencySlots {
  /**
   * @returns a function that gives the slot back; calling it twice gives back once
   * @throws SpeechError with the code given at creation
   */
  take(appId: string, limit: number): () => void;
  inUse(appId: string): number;
}

export function createConcurrencySlots(code: SpeechErrorCode, what: string): ConcurrencySlots {
  const counts = new Map<string, number>();
  const inUse = (appId: string): number => counts.get(appId) ?? 0;
  return {
    inUse,
    take(appId, limit) {
      const running = inUse(appId);
      if (running >= limit) {
        throw new SpeechError(code, `The app has ${running} ${what} running; its limit is ${limit}.`, {
          limit,
        });
      }
      counts.set(appId, running + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = inUse(appId) - 1;
        if (left === 0) counts.delete(appId);
        else counts.set(appId, left);
      };
    },
  };
}
