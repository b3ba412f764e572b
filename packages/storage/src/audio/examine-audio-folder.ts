import { existsSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolderAudioStore, PARTIALS_FOLDER } from './folder-audio-store.ts';

/** The name of the audio folder in the data folder. */
export const AUDIO_FOLDER = 'audio';

/**
 * Writes, reads and removes a small object in the audio folder of a data folder that this process owns. Leaves nothing behind. A missing
 * folder is not checked: the first start creates it, and the check of the data folder reports whether that is possible.
 *
 * @throws SpeechError `STORAGE_FULL`, `STORAGE_NOT_WRITABLE`, `STORAGE_FAILED`
 */
export async function examineAudioFolder(dataFolder: string): Promise<void> {
  const folder = join(dataFolder, AUDIO_FOLDER);
  if (!existsSync(folder)) return;
  const partials = join(folder, PARTIALS_FOLDER);
  const hadPartials = existsSync(partials);
  const store = await openFolderAudioStore(folder, { reserveBytes: 0 });
  try {
    await store.check();
  } finally {
    if (!hadPartials) await rmdir(partials);
  }
}
