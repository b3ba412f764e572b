import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';

/** The errors of a pool for its callers. */
export type PoolErrors = ReturnType<typeof createPoolErrors>;

/** @param pool its name, with which each message begins */
export function createPoolErrors(pool: string) {
  const error = (code: SpeechErrorCode, message: string) =>
    new SpeechError(code, `${pool}${message}`, { pool });
  return {
    closing: () => error('SHUTTING_DOWN', ' is closing.'),
    paused: ({ crashes, windowMs }: { readonly crashes: number; readonly windowMs: number }) =>
      error('ENGINE_UNAVAILABLE', ` is paused: its workers died ${crashes} times within ${windowMs} ms.`),
    notLoaded: (reason: string) => error('ENGINE_LOAD_FAILED', ` could not load: ${reason}`),
    lost: (reason: string) => error('ENGINE_CRASHED', `: the task was lost. ${reason}`),
    late: (reason: string) => error('ENGINE_TIMEOUT', `: ${reason}`),
    noThread: (thread: number, threads: number) =>
      new SpeechError('INVALID_INPUT', `Thread is ${thread}; ${pool} has ${threads} threads.`, { pool }),
    superseded: () => new SpeechError('ABORTED', 'A newer task of the same series replaced it.'),
  };
}
