import type { Ledger, LedgerEntry, MeteredUnit } from '@parlance/core/accounts';

/** All rows of an app and unit, oldest first; no test writes more than a page. */
export async function rowsOf(
  ledger: Ledger,
  appId: string,
  unit: MeteredUnit = 'credits',
): Promise<readonly LedgerEntry[]> {
  const page = await ledger.page({ appId, limit: 10_000 });
  return page.filter((row) => row.unit === unit).map(({ place: _place, ...row }) => row);
}
