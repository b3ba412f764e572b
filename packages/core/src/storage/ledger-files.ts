import type { ArchivedEntry } from '../accounts/ledger/ledger-archive.ts';

/** Files of archived ledger rows in the audio store: gzip, a line of JSON for each row. */
export interface LedgerFiles {
  /**
   * Durable once resolved. Where `entries` throws nothing is left behind.
   *
   * @throws SpeechError a storage code
   */
  write(
    objectName: string,
    entries: AsyncIterable<ArchivedEntry>,
  ): Promise<{ readonly sha256: string; readonly bytes: number }>;
  /**
   * In the order in which they were written.
   *
   * @throws SpeechError `STORAGE_FAILED` with the reason `DAMAGED_ARCHIVE` when the file is gone or differs from its checksum, after its last row
   * at the latest; another storage code when it could not be asked for
   */
  read(objectName: string, sha256: string): AsyncGenerator<ArchivedEntry, void, undefined>;
  /** Safe where there is none. */
  remove(objectName: string): Promise<void>;
}
