export { type AudioStorageExamination, examineAudioStorage } from './audio/examine-audio-storage.ts';
export { type FolderAudioStoreOptions, openFolderAudioStore } from './audio/folder-audio-store.ts';
export {
  type OpenAudioStoreOptions,
  type OpenS3AudioStoreOptions,
  openAudioStore,
  openS3AudioStore,
} from './audio/open-audio-store.ts';
export { createSpool, type SpoolOptions } from './audio/spool.ts';
export { type DataFolder, type OpenDataFolderOptions, openDataFolder } from './data-folder.ts';
export type { Database, SqlExecutor, Transaction } from './database/database.ts';
export { type DatabaseExamination, examineDatabase } from './database/examine-database.ts';
export { type OpenDatabaseOptions, openDatabase } from './database/open-database.ts';
export { isFolderLocked } from './folder-lock.ts';
export { createMemoryRecordStore } from './memory/record-store.ts';
export { type DurableStorage, type OpenStorageOptions, openStorage } from './open-storage.ts';
export type { JobBacklog, MeasuredJobQueue } from './queue/job-backlog.ts';
export {
  createMemoryJobQueue,
  type MemoryJobQueue,
  type MemoryJobQueueOptions,
} from './queue/memory-job-queue.ts';
export { type DurableJobQueue, type OpenJobQueueOptions, openJobQueue } from './queue/open-job-queue.ts';
export { createDatabaseRecordStore } from './records/record-store.ts';
export type { TransactionalEnqueue } from './records/transactional-enqueue.ts';
export { storageError } from './storage-error.ts';
