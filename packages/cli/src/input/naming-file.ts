import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';

/** Errors caused by the file itself. */
const OF_FILES: readonly SpeechErrorCode[] = [
  'AUDIO_NOT_READABLE',
  'AUDIO_TOO_LARGE',
  'AUDIO_TOO_LONG',
  'INVALID_INPUT',
];

/** Puts the path before an error message about the file. The library's messages contain no path; here the file's owner reads them. */
export async function namingFile<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code, message, details } = SpeechError.from(error);
    if (!OF_FILES.includes(code)) throw error;
    throw new SpeechError(code, `${path}: ${message}`, details, { cause: error });
  }
}
