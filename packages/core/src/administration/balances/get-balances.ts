import { requireApp } from '../../accounts/require-app.ts';
import type { Records } from '../../storage/record-store.ts';

/** An app's remaining credits and seconds; `null`: unlimited. Decimal strings. */
export interface Balances {
  readonly credits: string | null;
  readonly seconds: string | null;
}

/** @throws SpeechError `NOT_FOUND` */
export async function getBalances(
  records: Pick<Records, 'apps' | 'ledger'>,
  appId: string,
): Promise<Balances> {
  await requireApp(records.apps, appId);
  return balancesOf(records, appId);
}

export async function balancesOf({ ledger }: Pick<Records, 'ledger'>, appId: string): Promise<Balances> {
  const credits = await ledger.balance(appId, 'credits');
  const seconds = await ledger.balance(appId, 'seconds');
  return { credits, seconds };
}
