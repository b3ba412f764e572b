import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import type { Clock } from '@parlance/core/platform';
import type { SpeechChoices, SpeechStorage } from '@parlance/core/storage';
import {
  createMemoryJobQueue,
  createMemoryRecordStore,
  createSpool,
  openFolderAudioStore,
} from '@parlance/storage';
import { createLazyParts } from './lazy-parts.ts';

export interface MemoryStorageOptions {
  readonly clock: Clock;
  /** Called with the error of each job that will be retried. */
  readonly onError: (error: unknown) => void;
  /** The choices of operators; absent: none. */
  readonly choices?: SpeechChoices | undefined;
}

const FOLDER_PREFIX = 'parlance-';
/** Temporary audio needs no reserve against a full disk. */
const NO_RESERVE = { reserveBytes: 0 };

/** The storage of a service that is given none: records and jobs in memory, audio in a temporary folder until it closes. */
export function createMemoryStorage({ clock, onError, choices }: MemoryStorageOptions): SpeechStorage {
  let folder: string | undefined;
  let isClosed = false;
  const parts = createLazyParts(async () => {
    if (isClosed) throw new SpeechError('SHUTTING_DOWN', 'The service is closed.');
    folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX));
    return {
      audio: await openFolderAudioStore(join(folder, 'audio'), NO_RESERVE),
      spool: await createSpool(join(folder, 'uploads'), NO_RESERVE),
    };
  });
  const queue = createMemoryJobQueue({ clock, onError });
  return {
    ...parts,
    queue,
    records: createMemoryRecordStore(queue.outbox, choices),
    async close() {
      isClosed = true;
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
