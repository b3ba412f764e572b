import { SpeechError } from '@parlance/core/errors';

/** Bounds how many uploads come in at once. @returns a function that takes a slot and answers how to give it back */
export function createUploadSlots(max: number): () => () => void {
  let running = 0;
  return () => {
    if (running >= max)
      throw new SpeechError('QUEUE_FULL', `${running} uploads are in progress; the limit is ${max}.`, {
        limit: max,
      });
    running++;
    return () => void running--;
  };
}
