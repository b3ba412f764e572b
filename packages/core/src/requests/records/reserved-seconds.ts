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

/** The row that takes a recording's seconds as soon as its length is known. A job that succeeds leaves it as it is. */
export function reservedSeconds(record: Metered, at: string): LedgerEntry {
  return entryOf('reserve', record, at);
}

/** The row that gives them back, when the job failed. */
export function releasedSeconds(record: Metered, at: string): LedgerEntry {
  return entryOf('release', record, at);
}

/** The row of work for which nothing was reserved, at its end. */
export function chargedSeconds(record: Metered, at: string): LedgerEntry {
  return entryOf('charge', record, at);
}
