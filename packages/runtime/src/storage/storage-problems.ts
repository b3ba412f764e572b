import { SpeechError, type SpeechStorage } from '@parlance/core';

/** What is wrong with the storage, a line for each part. */
export async function storageProblems({ records, audio }: SpeechStorage): Promise<readonly string[]> {
  const results = await Promise.allSettled([records.check(), audio.check()]);
  return results.flatMap((result) =>
    result.status === 'rejected' ? [SpeechError.from(result.reason).message] : [],
  );
}
