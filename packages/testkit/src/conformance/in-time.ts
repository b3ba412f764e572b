import { SpeechError } from '@parlance/core/errors';

/** Far longer than a call takes to end after an abort, or workers after a close, even on a busy machine. */
const PATIENCE_SECONDS = 60;

/**
 * Waits for something that has to happen soon, so that an engine that hangs fails its case instead of stopping the run.
 *
 * @param what begins the error's message, such as "close()"
 * @throws SpeechError `ENGINE_TIMEOUT` if the work does not settle; its own errors are passed on
 */
export async function inTime<Value>(what: string, work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new SpeechError('ENGINE_TIMEOUT', `${what} has not ended after ${PATIENCE_SECONDS} s.`));
  }, PATIENCE_SECONDS * 1000);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws SpeechError `ENGINE_TIMEOUT` if it does not close; its own errors are passed on */
export function closeInTime(engine: { close(): Promise<void> }): Promise<void> {
  return inTime('close()', engine.close());
}
