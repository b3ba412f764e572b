import type { Clock } from '../../platform/clock.ts';
import { rememberByApp } from '../remember-by-app.ts';
import { compareDecimals } from './decimal.ts';
import { insufficientBalance } from './insufficient.ts';
import type { Ledger } from './ledger.ts';
import type { MeteredUnit } from './ledger-entry.ts';

/** Checks, before live work begins, whether an app can pay for it. One for each unit, shared by all requests. */
export interface BalanceCheck {
  /**
   * Charges nothing: the actual cost is charged when the work ends.
   *
   * @param amount decimal string
   * @throws SpeechError `INSUFFICIENT_CREDIT`, `INSUFFICIENT_SECONDS`, `STORAGE_FAILED`
   */
  cover(appId: string, amount: string): Promise<void>;
}

/** After an app gets its first limit, it may be treated as unlimited for at most this long. */
const UNLIMITED_LIFE_MS = 5000;

/**
 * If an app was unlimited a moment ago, its balance is read while the work already runs: without limits no live request waits for
 * the database.
 */
export function createBalanceCheck(ledger: Ledger, clock: Clock, unit: MeteredUnit): BalanceCheck {
  const unlimitedUntilMs = rememberByApp<number>();
  const read = async (appId: string): Promise<string | null> => {
    const balance = await ledger.balance(appId, unit);
    if (balance === null) unlimitedUntilMs.set(appId, clock.monotonicMs() + UNLIMITED_LIFE_MS);
    else unlimitedUntilMs.delete(appId);
    return balance;
  };
  return {
    async cover(appId, amount) {
      if ((unlimitedUntilMs.get(appId) ?? Number.NEGATIVE_INFINITY) > clock.monotonicMs()) {
        // A database that does not answer is noticed when the result is written.
        void read(appId).catch(() => undefined);
        return;
      }
      const balance = await read(appId);
      if (balance !== null && compareDecimals(balance, amount) < 0)
        throw insufficientBalance(unit, amount, balance);
    },
  };
}
