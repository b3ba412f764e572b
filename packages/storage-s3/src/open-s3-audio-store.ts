import type { AudioStore, Spool } from '@parlance/core/storage';

export interface OpenS3AudioStoreOptions {
  /** Where `local` puts its copies. */
  readonly spool: Spool;
}

/**
 * Keeps audio in a bucket of S3 or of a gateway that speaks it. Credentials come by the SDK's usual chain. Nothing is sent
 * yet: a bucket that is down shows with `check` and with each call, and the store goes on when it is back.
 *
 * @param url `s3://bucket/prefix?region=…&endpoint=…&publicEndpoint=…`; with an endpoint, path style
 * @throws SpeechError `INVALID_CONFIG`
 */
export async function openS3AudioStore(url: string, options: OpenS3AudioStoreOptions): Promise<AudioStore> {
  // Loaded here: the SDK takes over 30 MB and half a second, which a server with its audio in a folder does not pay.
  const { createS3AudioStore } = await import('./s3-audio-store.ts');
  return await createS3AudioStore(url, options.spool);
}
