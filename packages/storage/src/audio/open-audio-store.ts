import type { AudioStore, Spool } from '@parlance/core';
import { type FolderAudioStoreOptions, openFolderAudioStore } from './folder-audio-store.ts';

export interface OpenS3AudioStoreOptions {
  /** Where `local` puts its copies. */
  readonly spool: Spool;
}

export interface OpenAudioStoreOptions extends OpenS3AudioStoreOptions, FolderAudioStoreOptions {
  /** For the audio where no `url` is given; otherwise it is not touched. */
  readonly folder: string;
  /** `AUDIO_URL`: `s3://bucket/prefix?region=…&endpoint=…`. */
  readonly url?: string | undefined;
}

/**
 * Keeps audio in a bucket of S3 or of a gateway that speaks it. Credentials come by the SDK's usual chain. Nothing is sent
 * yet: a bucket that is down shows with `check` and with each call, and the store goes on when it is back.
 *
 * @param url `s3://bucket/prefix?region=…&endpoint=…&publicEndpoint=…`; with an endpoint, path style
 * @throws SpeechError `INVALID_CONFIG`
 */
export async function openS3AudioStore(url: string, options: OpenS3AudioStoreOptions): Promise<AudioStore> {
  // Loaded here: the SDK takes over 30 MB and half a second, which a folder shall not pay.
  const { createS3AudioStore } = await import('./s3-audio-store.ts');
  return await createS3AudioStore(url, options.spool);
}

/**
 * The store that `AUDIO_URL` names, or the folder.
 *
 * @throws SpeechError `INVALID_CONFIG`, `STORAGE_NOT_WRITABLE`, `STORAGE_FULL`, `STORAGE_FAILED`
 */
export async function openAudioStore(options: OpenAudioStoreOptions): Promise<AudioStore> {
  if (options.url !== undefined) return await openS3AudioStore(options.url, options);
  return await openFolderAudioStore(options.folder, options);
}
