import { compareDecimals } from '../../accounts/ledger/decimal.ts';
import { type LedgerEntry, ledgerEntry } from '../../accounts/ledger/ledger-entry.ts';
import type { SynthesisRecord } from './synthesis-record.ts';

type Metered = Pick<SynthesisRecord, 'appId' | 'requestId'>;

/**
 * The ledger row of a synthesis; none for an amount of 0, for example with a voice that costs nothing.
 *
 * @param amount decimal string without a sign
 */
export function creditRows(
  kind: 'reserve' | 'release' | 'charge',
  { appId, requestId }: Metered,
  { amount, at }: { readonly amount: string; readonly at: string },
): readonly LedgerEntry[] {
  if (compareDecimals(amount, '0') <= 0) return [];
  return [ledgerEntry({ appId, unit: 'credits', kind, amount, reference: requestId, at })];
}
