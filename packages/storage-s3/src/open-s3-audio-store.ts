import type { AudioStore, Spool } from '@parlance/core/storage';

export interface OpenS3AudioStoreOptions {
  /** The spool for the copies of `local`. */
  readonly spool: Spool;
}

/**
 * Stores audio in a bucket of S3 or of an S3-compatible gateway. Credentials come from the SDK's default chain. No request is sent
 * yet: `check` and each call fail while the bucket is down, and work again when it is back.
 *
 * @param url `s3://bucket/prefix?region=…&endpoint=…&publicEndpoint=…`; with an endpoint, path style
 * @throws SpeechError `INVALID_CONFIG`
 */
export async function openS3AudioStore(url: string, options: OpenS3AudioStoreOptions): Promise<AudioStore> {
  // Loaded here, since the SDK takes over 30 MB and half a second, which a server with audio in a folder does not need.
  const { createS3AudioStore } = await import('./s3-audio-store.ts');
  return await createS3AudioStore(url, options.spool);
}
