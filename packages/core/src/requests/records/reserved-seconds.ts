import { type LedgerEntry, ledgerEntry } from '../../accounts/ledger/ledger-entry.ts';
import type { TranscriptionRecord } from './transcription-record.ts';

type Metered = Pick<TranscriptionRecord, 'appId' | 'transcriptId' | 'audioDurationSeconds'>;

const entryOf = (kind: LedgerEntry['kind'], record: Metered, at: string): LedgerEntry =>
  ledgerEntry({
    appId: record.appId,
    unit: 'seconds',
    kind,
    amount: String(record.audioDurationSeconds),
    reference: record.transcriptId,
    at,
  });

/** The row that reserves a recording's seconds as soon as its length is known. A job that succeeds leaves it unchanged. */
export function reservedSeconds(record: Metered, at: string): LedgerEntry {
  return entryOf('reserve', record, at);
}

/** The row that releases them if the job failed. */
export function releasedSeconds(record: Metered, at: string): LedgerEntry {
  return entryOf('release', record, at);
}

/** The row that charges work for which nothing was reserved, when it ends. */
export function chargedSeconds(record: Metered, at: string): LedgerEntry {
  return entryOf('charge', record, at);
}
