import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SpeechError } from '@parlance/core/errors';
import { breakLease, isLeaseStale, type Lease, takeLease } from './lease.ts';

const POLL_INTERVAL_MS = 250;

export interface LockOptions {
  readonly signal: AbortSignal;
  /** Called repeatedly while another process installs the model. */
  readonly onWait: () => Promise<void>;
}

/**
 * Makes other processes wait, so that a model is fetched once. If two processes hold the lock after all (because one
 * was suspended and its lease became stale), no harm is done: each works in its own folder, and the first to publish wins.
 *
 * @throws SpeechError `ABORTED`, and the file system's errors
 */
export async function lockModel(root: string, modelId: string, options: LockOptions): Promise<Lease> {
  const folder = join(root, '.locks');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${modelId}.lock`);
  for (;;) {
    if (options.signal.aborted) throw SpeechError.aborted(options.signal);
    try {
      return await takeLease(path);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    }
    if (await isLeaseStale(path)) {
      await breakLease(path);
      continue;
    }
    await options.onWait();
    await wait(POLL_INTERVAL_MS, undefined, { signal: options.signal }).catch(() => {});
  }
}
