export { type DataFolder, type OpenDataFolderOptions, openDataFolder } from './data-folder.ts';
export type { Database, SqlExecutor, Transaction } from './database/database.ts';
export { type DatabaseExamination, examineDatabase } from './database/examine-database.ts';
export { type OpenDatabaseOptions, openDatabase } from './database/open-database.ts';
export { isFolderLocked } from './folder-lock.ts';
export { type DurableStorage, type OpenStorageOptions, openStorage } from './open-storage.ts';
export { type DurableJobQueue, type OpenJobQueueOptions, openJobQueue } from './queue/open-job-queue.ts';
export { createDatabaseRecordStore } from './records/record-store.ts';
export type { TransactionalEnqueue } from './records/transactional-enqueue.ts';
