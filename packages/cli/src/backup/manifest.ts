import { z } from 'zod';

/** The last file of the archive: says what the others must be. */
export const MANIFEST_NAME = 'manifest.json';
export const AUDIO_PREFIX = 'audio/';
export const DATABASE_PREFIX = 'database/';

const count = z.int().nonnegative();

export const backupManifest = z.object({
  /** Another number: another layout, which this version does not read. */
  format: z.literal(1),
  /** Of Parlance. */
  version: z.string(),
  /** The moment that all rows are of. */
  takenAt: z.iso.datetime(),
  /** The last step that brought the tables up to date. */
  migration: z.string(),
  /** Rows by table. */
  tables: z.record(z.string(), count),
  /** `null`: the backup was made without audio. */
  audio: z.object({ objects: count, bytes: count }).nullable(),
  /** Every other file of the archive. */
  files: z.array(z.object({ name: z.string(), bytes: count, sha256: z.string() })),
});

export type BackupManifest = z.infer<typeof backupManifest>;
