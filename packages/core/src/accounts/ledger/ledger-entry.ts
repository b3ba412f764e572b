import { negateDecimal } from './decimal.ts';

/** What is metered: credits of text-to-speech, seconds of audio of speech-to-text. */
export type MeteredUnit = 'credits' | 'seconds';

/**
 * - `grant`: the balance at creation, and top-ups; positive.
 * - `reserve`: taken when a request is accepted; negative.
 * - `release`: what was reserved and not used, given back at the end; positive.
 * - `charge`: taken at the end, with nothing reserved; negative.
 */
export type LedgerEntryKind = 'grant' | 'reserve' | 'release' | 'charge';

/**
 * One row of the append-only ledger. The balance of an app is the sum of its rows, when it has a balance at all: an app whose
 * credits (or seconds) are unlimited has rows of its use, but no balance that they could exhaust.
 *
 * A request has at most one row of each kind and unit: that is what keeps a job that runs twice from charging twice.
 */
export interface LedgerEntry {
  readonly entryId: string;
  readonly appId: string;
  readonly unit: MeteredUnit;
  readonly kind: LedgerEntryKind;
  /** Signed decimal string, exact. */
  readonly amount: string;
  /** The request it belongs to; of a grant its own id. */
  readonly reference: string;
  readonly at: string;
}

/**
 * Makes a row with the sign that its kind has. Its id follows from what makes it the only one of its kind.
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
