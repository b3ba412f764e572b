import { SpeechError } from '@parlance/core/errors';

/**
 * Waits for `work`, an abort or a shutdown, whichever is first.
 *
 * @throws SpeechError `ABORTED` or `SHUTTING_DOWN`; errors of `work` are passed on
 */
export async function interruptible<Value>(
  work: Promise<Value> | Value,
  signal: AbortSignal | undefined,
  shutdown: AbortSignal,
): Promise<Value> {
  throwIfOver(signal, shutdown);
  const interruption = Promise.withResolvers<never>();
  const interrupt = () => {
    try {
      throwIfOver(signal, shutdown);
    } catch (error) {
      interruption.reject(error);
    }
  };
  signal?.addEventListener('abort', interrupt, { once: true });
  shutdown.addEventListener('abort', interrupt, { once: true });
  try {
    const value = await Promise.race([work, interruption.promise]);
    // An abort in the same turn as the value counts too.
    throwIfOver(signal, shutdown);
    return value;
  } finally {
    signal?.removeEventListener('abort', interrupt);
    shutdown.removeEventListener('abort', interrupt);
  }
}

function throwIfOver(signal: AbortSignal | undefined, shutdown: AbortSignal): void {
  if (shutdown.aborted) throw new SpeechError('SHUTTING_DOWN', 'The engine is closed.');
  if (signal?.aborted) throw SpeechError.aborted(signal);
}
