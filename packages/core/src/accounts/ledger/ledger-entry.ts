import { negateDecimal } from './decimal.ts';

/** What is metered: credits for text-to-speech, seconds of audio for speech-to-text. */
export type MeteredUnit = 'credits' | 'seconds';

/**
 * - `grant`: the balance at creation, and top-ups; positive.
 * - `reserve`: taken when a request is accepted; negative.
 * - `release`: what was reserved and not used, refunded at the end; positive.
 * - `charge`: taken at the end, without a reservation; negative.
 */
export type LedgerEntryKind = 'grant' | 'reserve' | 'release' | 'charge';

/**
 * One row of the append-only ledger. The balance of an app is the sum of its rows, if it has a balance at all: an app whose
 * credits (or seconds) are unlimited has rows for its use, but no balance that they could exhaust.
 *
 * A request has at most one row of each kind and unit, so that a job that runs twice is not charged twice.
 */
export interface LedgerEntry {
  readonly entryId: string;
  readonly appId: string;
  readonly unit: MeteredUnit;
  readonly kind: LedgerEntryKind;
  /** Signed decimal string, exact. */
  readonly amount: string;
  /** The request it belongs to; for a grant its own id. */
  readonly reference: string;
  readonly at: string;
}

/**
 * Creates a row with the sign that its kind has. Its id is derived from the members that no two rows share.
 *
 * @param entry `amount` without a sign
 */
export function ledgerEntry(entry: Omit<LedgerEntry, 'entryId'>): LedgerEntry {
  const { reference, unit, kind, amount } = entry;
  const isTaken = kind === 'reserve' || kind === 'charge';
  return {
    ...entry,
    entryId: `${reference}_${unit}_${kind}`,
    amount: isTaken ? negateDecimal(amount) : amount,
  };
}
