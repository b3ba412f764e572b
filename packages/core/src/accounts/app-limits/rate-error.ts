import { SpeechError } from '../../errors/speech-error.ts';

/** @param waitMs until the next call would be admitted; reported in whole seconds, as `Retry-After` */
export function rateExceeded(message: string, waitMs: number): SpeechError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new SpeechError('REQUEST_RATE_EXCEEDED', `${message} Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
}
