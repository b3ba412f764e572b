import type { SpeechErrorCode } from '../../errors/error-codes.ts';
import { SpeechError } from '../../errors/speech-error.ts';

/** Counts what each app has running at once and refuses the one too many, before any work begins. */
export interface ConcurrencySlots {
  /**
   * @returns a function that gives the slot back; calling it twice gives back once
   * @throws SpeechError with the code given at creation, or a storage code where slots are shared
   */
  take(appId: string, limit: number): Promise<() => void>;
  /** Of this process. */
  inUse(appId: string): number;
}

/** The refusal of the one too many. */
export function concurrencyExceeded(
  code: SpeechErrorCode,
  what: string,
  { running, limit }: { readonly running: number; readonly limit: number },
): SpeechError {
  const message = `The app has ${running} ${what} running; its limit is ${limit}.`;
  return new SpeechError(code, message, { limit });
}

/** Slots of this process alone. */
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
