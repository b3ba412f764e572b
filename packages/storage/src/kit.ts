/** For packages with other storages: helpers that every storage needs, and the worker loop of every job queue. */
export { PARTIAL_SUFFIX, writeFileAtomically } from './atomic-file.ts';
export { clampRange } from './audio/byte-range.ts';
export { AUDIO_FOLDER } from './audio/examine-audio-folder.ts';
export { requireHeader, requireHeaderBytes } from './audio/late-header.ts';
export { requireFolderName, requireObjectName } from './audio/object-name.ts';
export { proveStore } from './audio/prove-store.ts';
export { changedError } from './audio/stored-file.ts';
export { isFileError, makePrivateFolder, syncFolder } from './durable-file.ts';
export { HOUSEKEEPING_EVERY_MS, planningHandler } from './queue/housekeeping.ts';
export type { JobSource, TakenJob } from './queue/job-source.ts';
export { type JobWorkerOptions, type QueueWorker, startJobWorker } from './queue/job-worker.ts';
export { storageError } from './storage-error.ts';
