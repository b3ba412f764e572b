import { type DataFolder, openDataFolder } from '@parlance/storage-sql/data-folder';

/**
 * Locks a data folder while the work runs.
 *
 * @throws SpeechError like `openDataFolder`, and whatever the work throws
 */
export async function withDataFolder<Result>(
  dataDir: string,
  work: (folder: DataFolder) => Promise<Result>,
): Promise<Result> {
  const folder = await openDataFolder(dataDir);
  try {
    return await work(folder);
  } finally {
    await folder.release();
  }
}
