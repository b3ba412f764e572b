import type { createDatabaseRecordStore, openDatabase, openJobQueue } from '@parlance/storage-sql';

/** What an earlier version's storage gives; members of records differ by version. */
export interface StorageCode {
  readonly openDatabase: typeof openDatabase;
  readonly openJobQueue: typeof openJobQueue;
  readonly createDatabaseRecordStore: typeof createDatabaseRecordStore;
}

/** @param module the address of a version's code; absent: this version's */
export async function importStorage(module = '@parlance/storage-sql'): Promise<StorageCode> {
  return (await import(module)) as StorageCode;
}
