import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError } from '@parlance/core/errors';
import { storageError } from '@parlance/storage/kit';
import lockfile from 'proper-lockfile';

const LOCK_NAME = 'owner.lock';
/** An owner renews its claim twice in this time; one killed with -9 is followed after it, in milliseconds. */
const STALE_AFTER_MS = 5000;
const RENEW_EVERY_MS = STALE_AFTER_MS / 2;
/** A command holds the folder for moments: the next one shall not wait much longer than that. */
const RETRY_EVERY_MS = 100;
/** Many commands at once follow each other; this many milliseconds are enough for them, and for a dead owner. */
const LONGEST_WAIT_MS = 20_000;

/**
 * Claims a folder for this process. Waits while the owner may be about to let go, or may be dead: until its claim goes
 * stale. An owner seen to renew its claim is there to stay, and the wait ends at once.
 *
 * @param onLost told when another process took the claim over
 * @returns gives the claim up
 * @throws SpeechError `STORAGE_FAILED` with the reason `ELOCKED`, and as {@link storageError}
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

/** @returns whether a process owns the folder; one that was killed counts until its claim goes stale */
export async function isFolderLocked(folder: string): Promise<boolean> {
  const claim = await readClaim(folder);
  return claim !== undefined && claim.renewedAtMs >= Date.now() - STALE_AFTER_MS;
}

/** What the file system tells of a claim; `undefined` when there is none any more. */
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

/** Half of what a renewal comes to: where the time of making is not kept, a new claim must not pass for a renewed one. */
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
