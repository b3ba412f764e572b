import { type DataFolder, openDataFolder } from '@parlance/storage-sql/data-folder';

/**
 * Owns a data folder for as long as the work takes.
 *
 * @throws SpeechError as `openDataFolder`, and what the work throws
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
