import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError } from '@parlance/core/errors';
import { storageError } from '@parlance/storage/kit';
import lockfile from 'proper-lockfile';

const LOCK_NAME = 'owner.lock';
/** An owner renews its claim twice in this time, in milliseconds; after it, another process can take over from one that was killed with -9. */
const STALE_AFTER_MS = 5000;
const RENEW_EVERY_MS = STALE_AFTER_MS / 2;
/** A command holds the folder only for moments, so the next one should not wait much longer. */
const RETRY_EVERY_MS = 100;
/** So many milliseconds are enough for many simultaneous commands one after another, and for the claim of a dead owner to expire. */
const LONGEST_WAIT_MS = 20_000;

/**
 * Claims a folder for this process. Waits while the owner may be about to release it or may be dead, until its claim becomes
 * stale. If the owner renews its claim, the wait ends at once with an error.
 *
 * @param onLost called when another process has taken over the claim
 * @returns releases the claim
 * @throws SpeechError `STORAGE_FAILED` with the reason `ELOCKED`, and those of {@link storageError}
 */
export async function lockFolder(folder: string, onLost: () => void): Promise<() => Promise<void>> {
  const startedMs = performance.now();
  let seen: Claim | undefined;
  for (;;) {
    try {
      return await lockfile.lock(folder, {
        stale: STALE_AFTER_MS,
        update: RENEW_EVERY_MS,
        lockfilePath: join(folder, LOCK_NAME),
        onCompromised: onLost,
      });
    } catch (cause) {
      if (!isLocked(cause)) throw storageError(cause);
      const claim = await readClaim(folder);
      if (isRenewal(seen, claim) || performance.now() - startedMs > LONGEST_WAIT_MS) throw lockedError(cause);
      seen = claim;
    }
    await delay(RETRY_EVERY_MS);
  }
}

/** @returns whether a process owns the folder; a killed one counts until its claim becomes stale */
export async function isFolderLocked(folder: string): Promise<boolean> {
  const claim = await readClaim(folder);
  return claim !== undefined && claim.renewedAtMs >= Date.now() - STALE_AFTER_MS;
}

/** The times of a claim in the file system. */
interface Claim {
  readonly madeAtMs: number;
  readonly renewedAtMs: number;
}

async function readClaim(folder: string): Promise<Claim | undefined> {
  try {
    const { birthtimeMs, mtimeMs } = await stat(join(folder, LOCK_NAME));
    return { madeAtMs: birthtimeMs, renewedAtMs: mtimeMs };
  } catch {
    return undefined;
  }
}

/** Half of the interval between renewals: on file systems without creation times, a new claim must not count as a renewed one. */
const RENEWAL_AT_LEAST_MS = RENEW_EVERY_MS / 2;

function isRenewal(before: Claim | undefined, now: Claim | undefined): boolean {
  if (before === undefined || now === undefined || before.madeAtMs !== now.madeAtMs) return false;
  return now.renewedAtMs - before.renewedAtMs >= RENEWAL_AT_LEAST_MS;
}

function isLocked(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ELOCKED';
}

function lockedError(cause: unknown): SpeechError {
  return new SpeechError(
    'STORAGE_FAILED',
    'Another process uses this data folder; stop it, or choose another folder with PARLANCE_DATA_DIR.',
    { reason: 'ELOCKED' },
    { cause },
  );
}
