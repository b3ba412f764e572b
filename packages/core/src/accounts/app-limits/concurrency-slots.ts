import type { SpeechErrorCode } from '../../errors/error-codes.ts';
import { SpeechError } from '../../errors/speech-error.ts';

/** Counts how many requests each app runs at once and refuses those above the limit, before any work begins. */
export interface ConcurrencySlots {
  /**
   * @returns a function that releases the slot; calling it twice releases it once
   * @throws SpeechError with the code given at creation, or a storage code if slots are shared
   */
  take(appId: string, limit: number): Promise<() => void>;
  /** Slots that the app has taken in this process. */
  inUse(appId: string): number;
}

/** The error for a request above the limit. */
export function concurrencyExceeded(
  code: SpeechErrorCode,
  what: string,
  { running, limit }: { readonly running: number; readonly limit: number },
): SpeechError {
  const message = `The app has ${running} ${what} running; its limit is ${limit}.`;
  return new SpeechError(code, message, { limit });
}

/** Slots counted in this process alone. */
export function createConcurrencySlots(code: SpeechErrorCode, what: string): ConcurrencySlots {
  const counts = new Map<string, number>();
  const inUse = (appId: string): number => counts.get(appId) ?? 0;
  return {
    inUse,
    async take(appId, limit) {
      const running = inUse(appId);
      if (running >= limit) throw concurrencyExceeded(code, what, { running, limit });
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
