import { SpeechError } from '../../errors/speech-error.ts';

/**
 * Checks that depend on the outside world may fail now although they passed for the first request, so a key's first answer takes precedence over
 * their error.
 *
 * @returns the error of the checks, to be thrown if the request is no repeat
 */
export async function refusalOf(check: () => Promise<void>): Promise<SpeechError | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    return SpeechError.from(error);
  }
}
