import type { Records } from '../../ports/record-store.ts';
import type { Balances } from '../../ports/speech-service.ts';
import { requireApp } from './require-app.ts';

/** @throws SpeechError `NOT_FOUND` */
export async function getBalances(
  { records }: { readonly records: Pick<Records, 'apps' | 'ledger'> },
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
