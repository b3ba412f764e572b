export { examineAudioFolder } from './audio/examine-audio-folder.ts';
export { type DiskExamination, examineDisk } from './audio/examine-disk.ts';
export { type FolderAudioStoreOptions, openFolderAudioStore } from './audio/folder-audio-store.ts';
export { createLedgerFiles } from './audio/ledger-files.ts';
export { createSpool, type SpoolOptions } from './audio/spool.ts';
export { createMemoryRecordStore } from './memory/record-store.ts';
export {
  createMemoryJobQueue,
  type MemoryJobQueue,
  type MemoryJobQueueOptions,
} from './queue/memory-job-queue.ts';
