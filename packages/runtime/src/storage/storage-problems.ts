import { type Clock, SpeechError, type SpeechStorage } from '@parlance/core';

/** Probes come every few seconds, and from several places; a look at a bucket is four requests. */
const SEEN_FOR_MS = 5000;

/** @returns {@link storageProblems}, as they were at most five seconds ago */
export function watchStorage(storage: SpeechStorage, clock: Clock): () => Promise<readonly string[]> {
  let seen: { readonly atMs: number; readonly problems: Promise<readonly string[]> } | undefined;
  return () => {
    const nowMs = clock.monotonicMs();
    if (seen === undefined || nowMs - seen.atMs >= SEEN_FOR_MS) {
      seen = { atMs: nowMs, problems: storageProblems(storage) };
    }
    return seen.problems;
  };
}

/** What is wrong with the storage, a line for each part. */
async function storageProblems({ records, audio }: SpeechStorage): Promise<readonly string[]> {
  const results = await Promise.allSettled([records.check(), audio.check()]);
  return results.flatMap((result) =>
    result.status === 'rejected' ? [SpeechError.from(result.reason).message] : [],
  );
}
