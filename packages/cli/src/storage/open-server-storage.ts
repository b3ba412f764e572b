import { systemClock } from '@parlance/core/platform';
import type { ServerSettings } from '@parlance/core/settings';
import { openS3AudioStore } from '@parlance/storage-s3';
import { type DurableStorage, type OpenStorageOptions, openStorage } from '@parlance/storage-sql';

/**
 * Opens the database and the audio store of the settings.
 *
 * @param dataFolder owned by this process
 */
export function openServerStorage(
  { databaseUrl, databaseConnections, audioUrl, profile }: ServerSettings,
  dataFolder: string,
  { onError, onMigration }: Pick<OpenStorageOptions, 'onError' | 'onMigration'> = {},
): Promise<DurableStorage> {
  return openStorage({
    dataFolder,
    databaseUrl,
    databaseConnections,
    openAudio: audioUrl === undefined ? undefined : (spool) => openS3AudioStore(audioUrl, { spool }),
    clock: systemClock,
    onError,
    onMigration,
    savesMemory: profile === 'small',
  });
}
