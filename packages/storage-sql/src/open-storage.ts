import { join } from 'node:path';
import { type Clock, within } from '@parlance/core/platform';
import type { JobQueue } from '@parlance/core/requests';
import type { AudioStore, SpeechStorage, Spool } from '@parlance/core/storage';
import { createSpool, openFolderAudioStore } from '@parlance/storage';
import { AUDIO_FOLDER } from '@parlance/storage/kit';
import { type OpenDatabaseOptions, openDatabase } from './database/open-database.ts';
import { openJobQueue } from './queue/open-job-queue.ts';
import { createDatabaseRecordStore } from './records/record-store.ts';
import { rememberApps } from './records/remembered-apps.ts';
import { createNodeReports } from './shared/node-reports.ts';
import { createSharedLimits } from './shared/shared-limits.ts';
import { createTotals } from './shared/totals.ts';

export interface OpenStorageOptions {
  /** Only this process may use it; see `openDataFolder`. */
  readonly dataFolder: string;
  /** `DATABASE_URL`. Absent: PGlite in the data folder. */
  readonly databaseUrl?: string | undefined;
  /** Maximum number of connections to the database of `databaseUrl`. Default: 10. */
  readonly databaseConnections?: number | undefined;
  /** Opens the audio store, for example with `openS3AudioStore`; local copies go into the spool. Absent: a folder in the data folder. */
  readonly openAudio?: ((spool: Spool) => Promise<AudioStore>) | undefined;
  readonly clock: Clock;
  /** Called for each job that will be retried and each failure of the database; the queue recovers by itself. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Called for each migration step of the database. */
  readonly onMigration?: OpenDatabaseOptions['onMigration'];
  /** Whether to save memory at the cost of time; see `openDatabase`. */
  readonly savesMemory?: OpenDatabaseOptions['savesMemory'];
}

export interface DurableStorage extends SpeechStorage {
  readonly queue: JobQueue;
}

const SPOOL_FOLDER = 'uploads';
/** Time for the queue's last statement on a server, which may not answer. */
const QUEUE_CLOSE_MS = 1000;

/**
 * Opens the persistent storage: database, queue, audio, spool for uploads. If a part can't be opened, the others are closed again.
 *
 * @throws SpeechError `STORAGE_FAILED`, `STORAGE_FULL`, `STORAGE_NOT_WRITABLE`, `INVALID_CONFIG`
 */
export async function openStorage(options: OpenStorageOptions): Promise<DurableStorage> {
  const { dataFolder, databaseUrl, databaseConnections, clock, onError, onMigration, savesMemory } = options;
  const openAudio = options.openAudio ?? (() => openFolderAudioStore(join(dataFolder, AUDIO_FOLDER)));
  const spool = await createSpool(join(dataFolder, SPOOL_FOLDER));
  const audio = await openAudio(spool);
  const database = await openDatabase({
    ...(databaseUrl === undefined ? { folder: dataFolder } : { url: databaseUrl }),
    connections: databaseConnections,
    onMigration,
    savesMemory,
  });
  try {
    const queue = await openJobQueue(database, { clock, ...(onError === undefined ? {} : { onError }) });
    const records = createDatabaseRecordStore(database, queue);
    const isShared = database.backend === 'postgres';
    return {
      records: isShared ? records : rememberApps(records),
      queue,
      audio,
      spool,
      totals: createTotals(database, queue),
      sharedLimits: isShared ? createSharedLimits(database) : undefined,
      nodes: isShared ? createNodeReports(database) : undefined,
      ...(database.copyFiles && { copyDatabase: database.copyFiles }),
      connectionFigures: database.connectionFigures,
      onConnectionWait: database.onConnectionWait,
      async close() {
        const stopped = queue.close(0);
        // The queue's last statement ends at the latest when the connection to a server is closed.
        await (isShared ? within(clock, QUEUE_CLOSE_MS, stopped) : stopped);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
