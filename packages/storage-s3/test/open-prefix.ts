import { randomUUID } from 'node:crypto';
import type { AudioStore } from '@parlance/core/storage';
import { createSpool } from '@parlance/storage';
import { temporaryFolder } from '../../storage/test/temporary-folder.ts';
import { openS3AudioStore } from '../src/index.ts';
import { BUCKET } from './s3-gateway.ts';

/** A prefix of its own, so that cases see nothing of each other. */
export async function openPrefix(endpoint: string, spoolFolder?: string): Promise<AudioStore> {
  const folder = spoolFolder ?? (await temporaryFolder());
  return await openS3AudioStore(`s3://${BUCKET}/tests/${randomUUID()}?endpoint=${endpoint}`, {
    spool: await createSpool(folder, { reserveBytes: 0 }),
  });
}
