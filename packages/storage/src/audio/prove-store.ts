import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SpeechError } from '@parlance/core/errors';
import type { AudioStore } from '@parlance/core/storage';
import { storageError } from '../storage-error.ts';

/** A separate folder, so that no list of results shows a probe. */
const PROBE_FOLDER = 'checks';

/**
 * Writes, reads and removes a small object. It is read as a local copy, which checks the spool as well.
 *
 * @throws SpeechError the error of the failed step
 */
export async function proveStore(store: AudioStore): Promise<void> {
  const name = `${PROBE_FOLDER}/${randomUUID()}`;
  const sink = await store.create(name, { contentType: 'text/plain' });
  await sink.write(Buffer.from(name));
  await sink.commit();
  try {
    const found = await readText(store, name);
    if (found !== name) {
      throw new SpeechError('STORAGE_FAILED', 'The audio store returned other bytes than were written.', {
        reason: 'NOT_SAME',
      });
    }
  } finally {
    await store.remove(name);
  }
}

async function readText(store: AudioStore, name: string): Promise<string | undefined> {
  await using copy = await store.local(name);
  if (copy === undefined) return undefined;
  return await readFile(copy.path, 'utf8').catch((cause: unknown) => {
    throw storageError(cause);
  });
}
