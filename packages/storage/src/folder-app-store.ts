import type { App, AppStore } from '@parlance/core';
import type { DataFolder } from './data-folder.ts';
import { createMemoryAppStore } from './memory-app-store.ts';

const FILE = 'apps.json';

/** Apps in one file of the data folder: they are few, read at every call and changed seldom. */
export async function openFolderAppStore(folder: DataFolder): Promise<AppStore> {
  // The folder is ours alone and written by this very code, so its content is trusted.
  const apps = (await folder.readJson(FILE)) as readonly App[] | undefined;
  return createMemoryAppStore(apps ?? [], (changed) => folder.writeJson(FILE, changed));
}
