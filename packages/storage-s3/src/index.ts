export { examineBucket } from './examine-bucket.ts';
export { type OpenS3AudioStoreOptions, openS3AudioStore } from './open-s3-audio-store.ts';
