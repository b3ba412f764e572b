import { SpeechError } from '../../errors/speech-error.ts';
import { addDecimals, compareDecimals } from './decimal.ts';
import type { MeteredUnit } from './ledger-entry.ts';

const CODES = { credits: 'INSUFFICIENT_CREDIT', seconds: 'INSUFFICIENT_SECONDS' } as const;

const SINGULAR = { credits: 'credit', seconds: 'second' } as const;

/**
 * The error for a balance that is too small.
 *
 * @param needed decimal string, as `balance`
 */
export function insufficientBalance(unit: MeteredUnit, needed: string, balance: string): SpeechError {
  const amount = needed === '1' ? `1 ${SINGULAR[unit]}` : `${needed} ${unit}`;
  const message = `The request needs ${amount}; the app has ${balance} left. Top it up, or send less.`;
  return new SpeechError(CODES[unit], message, { needed, balance });
}

/**
 * Whether a charge would take a limited balance below zero; an entry that adds to it never does.
 *
 * @param amount signed decimal string, as `balance`
 */
export function isOverdrawn(balance: string, amount: string): boolean {
  return compareDecimals(amount, '0') < 0 && compareDecimals(addDecimals(balance, amount), '0') < 0;
}
