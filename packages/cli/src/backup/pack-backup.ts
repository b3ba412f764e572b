import { createHash } from 'node:crypto';
import { KEPT_FOLDERS } from '@parlance/core/maintenance';
import type { AudioStore } from '@parlance/core/storage';
import type { DatabaseDump } from '@parlance/storage-sql';
import type { TarPackController } from 'modern-tar';
import { AUDIO_PREFIX, type BackupManifest, DATABASE_PREFIX, MANIFEST_NAME } from './manifest.ts';

export interface BackupSources {
  readonly dump: DatabaseDump;
  /** Absent: a backup without audio. */
  readonly audio?: Pick<AudioStore, 'list' | 'open'> | undefined;
  /** Version of Parlance. */
  readonly version: string;
  readonly onProgress: (progress: { readonly rows: number; readonly objects: number }) => void;
}

const FILE_MODE = 0o600;

/**
 * Writes the archive: pages of tables, then audio, then the manifest. Audio is read after the rows, so that every object that a row refers to
 * exists unless it was deleted in between.
 */
export async function packBackup(
  { dump, audio, version, onProgress }: BackupSources,
  archive: TarPackController,
): Promise<BackupManifest> {
  const files: BackupManifest['files'] = [];
  const add = async (name: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<void> => {
    const sha256 = createHash('sha256');
    const writer = archive
      .add({ name, size: bytes, type: 'file', mode: FILE_MODE, mtime: new Date(dump.takenAt) })
      .getWriter();
    for await (const chunk of content) {
      sha256.update(chunk);
      await writer.write(chunk);
    }
    await writer.close();
    files.push({ name, bytes, sha256: sha256.digest('hex') });
  };
  const addJson = async (name: string, value: unknown): Promise<void> => {
    const bytes = Buffer.from(JSON.stringify(value));
    await add(name, bytes.byteLength, chunksOf(bytes));
  };

  const tables: Record<string, number> = {};
  let rows = 0;
  let pages = 0;
  for await (const page of dump.pages) {
    pages = page.table in tables ? pages + 1 : 1;
    await addJson(`${DATABASE_PREFIX}${page.table}/${String(pages).padStart(6, '0')}.json`, page);
    tables[page.table] = (tables[page.table] ?? 0) + page.rows.length;
    rows += page.rows.length;
    onProgress({ rows, objects: 0 });
  }
  const kept = { objects: 0, bytes: 0 };
  for (const folder of audio === undefined ? [] : KEPT_FOLDERS) {
    for (const name of (await audio?.list(folder)) ?? []) {
      const stored = await audio?.open(name);
      if (stored === undefined) continue;
      await add(AUDIO_PREFIX + name, stored.bytes, stored.read());
      kept.objects += 1;
      kept.bytes += stored.bytes;
      onProgress({ rows, objects: kept.objects });
    }
  }
  const manifest: BackupManifest = {
    format: 1,
    version,
    takenAt: dump.takenAt,
    migration: dump.migration,
    tables,
    audio: audio === undefined ? null : kept,
    files: [...files],
  };
  await addJson(MANIFEST_NAME, manifest);
  archive.finalize();
  return manifest;
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}
