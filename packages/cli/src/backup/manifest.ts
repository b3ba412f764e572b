import { z } from 'zod';

/** The last file of the archive, with the checksums of all others. */
export const MANIFEST_NAME = 'manifest.json';
export const AUDIO_PREFIX = 'audio/';
export const DATABASE_PREFIX = 'database/';

const count = z.int().nonnegative();

export const backupManifest = z.object({
  /** Version of the archive's layout; this version reads no other. */
  format: z.literal(1),
  /** Version of Parlance that made the backup. */
  version: z.string(),
  /** Time of the snapshot. */
  takenAt: z.iso.datetime(),
  /** The last applied migration step. */
  migration: z.string(),
  /** Number of rows, by table. */
  tables: z.record(z.string(), count),
  /** `null`: the backup was made without audio. */
  audio: z.object({ objects: count, bytes: count }).nullable(),
  /** Every other file of the archive. */
  files: z.array(z.object({ name: z.string(), bytes: count, sha256: z.string() })),
});

export type BackupManifest = z.infer<typeof backupManifest>;
