import type { AudioStore } from '@parlance/core/storage';
import { createSpool, openFolderAudioStore } from '@parlance/storage';
import { openS3AudioStore } from '@parlance/storage-s3';

/** Where a test keeps its audio. */
export interface AudioPlace {
  /** Of the objects, or of what is on its way to S3. */
  readonly folder: string;
  readonly s3Url?: string | undefined;
}

export async function openAudio({ folder, s3Url }: AudioPlace): Promise<AudioStore> {
  if (s3Url === undefined) return openFolderAudioStore(folder, { reserveBytes: 0 });
  return openS3AudioStore(s3Url, { spool: await createSpool(folder, { reserveBytes: 0 }) });
}
