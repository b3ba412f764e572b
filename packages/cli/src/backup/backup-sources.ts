import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerSettings } from '@parlance/core/settings';
import type { AudioStore } from '@parlance/core/storage';
import { createSpool, openFolderAudioStore } from '@parlance/storage';
import { AUDIO_FOLDER } from '@parlance/storage/kit';
import { openS3AudioStore } from '@parlance/storage-s3';
import { type DatabaseDump, openDatabaseDump } from '@parlance/storage-sql';
import { type AdminAddress, callAdmin } from '../admin/call-admin.ts';
import { throughOwner } from '../admin/through-owner.ts';
import { withDataFolder } from '../storage/with-data-folder.ts';

/**
 * Reads a consistent snapshot of the database without changing its tables. If a running server has opened the embedded database, the server
 * copies it and the copy is read.
 */
export async function withDatabaseDump<Result>(
  { dataDir, databaseUrl }: Pick<ServerSettings, 'dataDir' | 'databaseUrl'>,
  work: (dump: DatabaseDump) => Promise<Result>,
): Promise<Result> {
  const from = async (place: Parameters<typeof openDatabaseDump>[0]): Promise<Result> => {
    const dump = await openDatabaseDump(place);
    try {
      return await work(dump);
    } finally {
      await dump.close();
    }
  };
  if (databaseUrl !== undefined) return from({ url: databaseUrl });
  const found = await throughOwner<{ readonly copy: string } | { readonly done: Result }>(
    { dataDir },
    {
      remote: async (server) => ({ copy: join(dataDir, await copyDatabaseOf(server)) }),
      local: () => withDataFolder(dataDir, async ({ path }) => ({ done: await from({ folder: path }) })),
    },
  );
  if ('done' in found) return found.done;
  try {
    return await from({ folder: found.copy });
  } finally {
    await rm(found.copy, { recursive: true, force: true });
  }
}

/** @returns the name of the copy in the data folder */
async function copyDatabaseOf(server: AdminAddress): Promise<string> {
  const path = '/admin/v1/database/copy';
  return (await callAdmin<{ readonly folder: string }>(server, { method: 'POST', path })).folder;
}

/** Opens the audio read-only, since the service may keep running. */
export async function withAudio<Result>(
  { dataDir, audioUrl }: Pick<ServerSettings, 'dataDir' | 'audioUrl'>,
  work: (audio: AudioStore) => Promise<Result>,
): Promise<Result> {
  if (audioUrl === undefined)
    return work(await openFolderAudioStore(join(dataDir, AUDIO_FOLDER), { isOwned: false }));
  const folder = await mkdtemp(join(tmpdir(), 'parlance-backup-'));
  try {
    return await work(await openS3AudioStore(audioUrl, { spool: await createSpool(folder) }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
