import type { ArchivedEntry } from '../accounts/ledger/ledger-archive.ts';

/** Files of archived ledger rows in the audio store: gzip, with a line of JSON for each row. */
export interface LedgerFiles {
  /**
   * Durable once resolved. If `entries` throws, nothing is left behind.
   *
   * @throws SpeechError a storage code
   */
  write(
    objectName: string,
    entries: AsyncIterable<ArchivedEntry>,
  ): Promise<{ readonly sha256: string; readonly bytes: number }>;
  /**
   * Reads the rows in the order in which they were written.
   *
   * @throws SpeechError `STORAGE_FAILED` with the reason `DAMAGED_ARCHIVE` if the file is missing or differs from its checksum, after its last row
   * at the latest; another storage code if the store cannot be reached
   */
  read(objectName: string, sha256: string): AsyncGenerator<ArchivedEntry, void, undefined>;
  /** Safe if there is none. */
  remove(objectName: string): Promise<void>;
}
