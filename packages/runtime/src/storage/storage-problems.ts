import { SpeechError } from '@parlance/core/errors';
import type { Clock } from '@parlance/core/platform';
import type { SpeechStorage } from '@parlance/core/storage';

/** The problem of each part of a storage: one line with the remedy, or `null`. */
export interface StorageWatch {
  readonly database: () => Promise<string | null>;
  readonly audio: () => Promise<string | null>;
}

/** Probes arrive every few seconds and from several places; a check of a bucket takes four requests. */
const SEEN_FOR_MS = 5000;

/** @returns answers that are at most five seconds old; each part is checked separately, so that none waits for another */
export function watchStorage({ records, audio }: SpeechStorage, clock: Clock): StorageWatch {
  return { database: watch(() => records.check(), clock), audio: watch(() => audio.check(), clock) };
}

function watch(check: () => Promise<void>, clock: Clock): () => Promise<string | null> {
  let seen: { readonly atMs: number; readonly problem: Promise<string | null> } | undefined;
  return () => {
    const nowMs = clock.monotonicMs();
    if (seen === undefined || nowMs - seen.atMs >= SEEN_FOR_MS) {
      const problem = check().then(
        () => null,
        (cause: unknown) => SpeechError.from(cause).message,
      );
      seen = { atMs: nowMs, problem };
    }
    return seen.problem;
  };
}
