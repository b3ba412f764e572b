import { json } from 'node:stream/consumers';
import { SpeechError } from '@parlance/core/errors';
import { restoreJobs } from '@parlance/core/maintenance';
import { systemClock } from '@parlance/core/platform';
import type { ServerSettings } from '@parlance/core/settings';
import type { AudioStore } from '@parlance/core/storage';
import { loadDatabase, type TablePage } from '@parlance/storage-sql';
import { openServerStorage } from '../storage/open-server-storage.ts';
import { withDataFolder } from '../storage/with-data-folder.ts';
import { AUDIO_PREFIX, type BackupManifest, DATABASE_PREFIX } from './manifest.ts';
import { readEntries } from './read-backup.ts';

export interface UnpackBackupOptions {
  /** Path of the archive. */
  readonly path: string;
  readonly manifest: BackupManifest;
  /** Whether the existing database is replaced. */
  readonly isForced: boolean;
  /** If it throws, the restore stops. */
  readonly onProgress: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Restores a verified backup into the database and the audio store of the settings.
 *
 * @returns number of restored jobs
 * @throws SpeechError like `loadDatabase`, and storage codes
 */
export async function unpackBackup(
  settings: ServerSettings,
  { path, manifest, isForced, onProgress, signal }: UnpackBackupOptions,
): Promise<number> {
  const { dataDir, databaseUrl } = settings;
  return withDataFolder(dataDir, async (folder) => {
    const place = databaseUrl === undefined ? { folder: folder.path } : { url: databaseUrl };
    const pages = pagesIn(path, onProgress);
    const loaded = await loadDatabase(place, { migration: manifest.migration, pages, isForced });
    requireRows(manifest.tables, loaded);
    // Migrates the tables and creates the queue, which is not in the backup.
    const storage = await openServerStorage(settings, folder.path);
    try {
      if (manifest.audio !== null) await putAudio(path, storage.audio, onProgress);
      return await restoreJobs({ ...storage, clock: systemClock }, signal, { leastAgeMs: 0 });
    } finally {
      await storage.close();
    }
  });
}

function requireRows(
  wanted: Readonly<Record<string, number>>,
  loaded: Readonly<Record<string, number>>,
): void {
  for (const [table, rows] of Object.entries(wanted)) {
    if (loaded[table] === rows) continue;
    throw new SpeechError(
      'STORAGE_FAILED',
      `The table ${table} has ${loaded[table] ?? 0} rows, but the backup has ${rows}; restore it again with --force.`,
      { reason: 'ROWS_DIFFER' },
    );
  }
}

async function* pagesIn(
  path: string,
  onProgress: (text: string) => void,
): AsyncGenerator<TablePage, void, undefined> {
  let rows = 0;
  for await (const { name, content } of readEntries(path)) {
    if (!name.startsWith(DATABASE_PREFIX)) return;
    const page = (await json(content)) as TablePage;
    yield page;
    rows += page.rows.length;
    onProgress(`${rows} rows`);
  }
}

async function putAudio(path: string, audio: AudioStore, onProgress: (text: string) => void): Promise<void> {
  let objects = 0;
  for await (const { name, content } of readEntries(path)) {
    if (!name.startsWith(AUDIO_PREFIX)) continue;
    const sink = await audio.create(name.slice(AUDIO_PREFIX.length), {
      contentType: 'application/octet-stream',
    });
    try {
      for await (const chunk of content) await sink.write(chunk);
      await sink.commit();
    } finally {
      await sink.abort();
    }
    onProgress(`${++objects} audio files`);
  }
}
