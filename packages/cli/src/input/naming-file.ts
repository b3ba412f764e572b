import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';

/** Faults that lie in the file. */
const OF_FILES: readonly SpeechErrorCode[] = [
  'AUDIO_NOT_READABLE',
  'AUDIO_TOO_LARGE',
  'AUDIO_TOO_LONG',
  'INVALID_INPUT',
];

/** Puts a path before what is wrong with the file. The library's messages hold no path; here its owner reads them. */
export async function namingFile<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code, message, details } = SpeechError.from(error);
    if (!OF_FILES.includes(code)) throw error;
    throw new SpeechError(code, `${path}: ${message}`, details, { cause: error });
  }
}
