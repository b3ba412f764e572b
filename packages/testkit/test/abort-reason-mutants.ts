import { SpeechError } from '@parlance/core/errors';

/** Takes only `AbortError` for an abort, and every other reason for a failure of the engine. */
export const failAtReason =
  (signal: AbortSignal | undefined) =>
  (error: unknown): never => {
    if (signal?.aborted && !(signal.reason instanceof Error && signal.reason.name === 'AbortError'))
      throw new SpeechError('ENGINE_FAILED', String(signal.reason));
    throw error;
  };
