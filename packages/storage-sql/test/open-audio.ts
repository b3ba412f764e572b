import type { AudioStore } from '@parlance/core/storage';
import { createSpool, openFolderAudioStore } from '@parlance/storage';
import { openS3AudioStore } from '@parlance/storage-s3';

/** The audio store of a test. */
export interface AudioPlace {
  /** The folder of the objects, or of the spool for S3. */
  readonly folder: string;
  readonly s3Url?: string | undefined;
}

export async function openAudio({ folder, s3Url }: AudioPlace): Promise<AudioStore> {
  if (s3Url === undefined) return openFolderAudioStore(folder, { reserveBytes: 0 });
  return openS3AudioStore(s3Url, { spool: await createSpool(folder, { reserveBytes: 0 }) });
}
