import { randomUUID } from 'node:crypto';
import type { AudioStore } from '@parlance/core';
import { createSpool, openAudioStore } from '../../src/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { BUCKET } from './s3-gateway.ts';

/** A prefix of its own, so that cases see nothing of each other. */
export async function openPrefix(endpoint: string, spoolFolder?: string): Promise<AudioStore> {
  const folder = spoolFolder ?? (await temporaryFolder());
  return await openAudioStore({
    folder,
    spool: await createSpool(folder, { reserveBytes: 0 }),
    url: `s3://${BUCKET}/tests/${randomUUID()}?endpoint=${endpoint}`,
  });
}
