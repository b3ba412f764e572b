import { type Clock, within } from '@parlance/core/platform';
import type { SpeechStorage } from '@parlance/core/storage';
import type { DataFolder } from '@parlance/storage-sql';
import { type ChosenDefaults, recordDefaults } from './recorded-defaults.ts';

/** The file is only for commands without a server, and the next start records it again. */
const SETTLE_MS = 1000;

export interface DefaultsRecorderOptions {
  readonly folder: Pick<DataFolder, 'writeJson' | 'remove'>;
  readonly storage: ChosenDefaults & Pick<SpeechStorage, 'connectionFigures'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly onError: (error: unknown) => void;
}

/** Records the defaults whenever they change. */
export interface DefaultsRecorder {
  record(): void;
  /** Waits until all changes are recorded; for a second only if the database is on a server, which may not answer. */
  settled(): Promise<void>;
}

export function createDefaultsRecorder({
  folder,
  storage,
  clock,
  onError,
}: DefaultsRecorderOptions): DefaultsRecorder {
  let recorded = Promise.resolve();
  return {
    record() {
      // Sequentially, so that the newest record wins.
      recorded = recorded.then(() => recordDefaults(folder, storage)).catch(onError);
    },
    async settled() {
      if (storage.connectionFigures === undefined) await recorded;
      else await within(clock, SETTLE_MS, recorded);
    },
  };
}
