import { SpeechError } from '../errors/speech-error.ts';
import type { MeteredUnit } from './ledger-entry.ts';

const CODES = { credits: 'INSUFFICIENT_CREDIT', seconds: 'INSUFFICIENT_SECONDS' } as const;

/**
 * What a balance that is too small is answered with.
 *
 * @param needed decimal string, as `balance`
 */
export function insufficientBalance(unit: MeteredUnit, needed: string, balance: string): SpeechError {
  const message = `The request needs ${needed} ${unit}; the app has ${balance} left. Top it up, or send less.`;
  return new SpeechError(CODES[unit], message, { needed, balance });
}
