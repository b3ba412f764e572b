import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSpool } from '@parlance/storage';
import { openS3AudioStore } from './open-s3-audio-store.ts';

/**
 * Writes, reads and removes a small object in the bucket. Leaves nothing behind.
 *
 * @param url as for `openS3AudioStore`
 * @throws SpeechError `STORAGE_FULL`, `STORAGE_NOT_WRITABLE`, `STORAGE_FAILED`, `INVALID_CONFIG`
 */
export async function examineBucket(url: string): Promise<void> {
  const copies = await mkdtemp(join(tmpdir(), 'parlance-copies-'));
  try {
    const store = await openS3AudioStore(url, { spool: await createSpool(copies, { reserveBytes: 0 }) });
    await store.check();
  } finally {
    await rm(copies, { recursive: true, force: true });
  }
}
