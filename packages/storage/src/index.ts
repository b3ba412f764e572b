export { type FolderAudioStoreOptions, openFolderAudioStore } from './audio/folder-audio-store.ts';
export { createSpool, type SpoolOptions } from './audio/spool.ts';
export { type DataFolder, type OpenDataFolderOptions, openDataFolder } from './data-folder.ts';
export { openFolderAppStore } from './folder-app-store.ts';
export { isFolderLocked } from './folder-lock.ts';
export { createMemoryRecordStore } from './memory/record-store.ts';
export { createMemoryAppStore, type KeepApps } from './memory-app-store.ts';
export {
  createMemoryJobQueue,
  type MemoryJobQueue,
  type MemoryJobQueueOptions,
} from './queue/memory-job-queue.ts';
