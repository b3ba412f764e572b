import { SpeechError } from '@parlance/core/errors';

/** Limits the number of concurrent uploads. */
export interface UploadSlots {
  readonly running: number;
  /**
   * @returns a function that releases the slot; to be called once
   * @throws SpeechError `QUEUE_FULL`
   */
  take(): () => void;
}

export function createUploadSlots(max: number): UploadSlots {
  let running = 0;
  return {
    get running() {
      return running;
    },
    take() {
      if (running >= max) {
        throw new SpeechError('QUEUE_FULL', `${running} uploads are in progress; the limit is ${max}.`, {
          limit: max,
        });
      }
      running++;
      return () => {
        running--;
      };
    },
  };
}
