import { randomUUID } from 'node:crypto';
import type { AudioStore } from '@parlance/core/storage';
import { createSpool } from '@parlance/storage';
import { temporaryFolder } from '../../storage/test/temporary-folder.ts';
import { openS3AudioStore } from '../src/index.ts';
import { BUCKET } from './s3-gateway.ts';

/** Opens a store with a separate prefix, so that cases do not affect each other. */
export async function openPrefix(endpoint: string, spoolFolder?: string): Promise<AudioStore> {
  const folder = spoolFolder ?? (await temporaryFolder());
  return await openS3AudioStore(`s3://${BUCKET}/tests/${randomUUID()}?endpoint=${endpoint}`, {
    spool: await createSpool(folder, { reserveBytes: 0 }),
  });
}
