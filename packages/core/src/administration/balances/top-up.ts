import { addDecimals, compareDecimals } from '../../accounts/ledger/decimal.ts';
import type { Ledger } from '../../accounts/ledger/ledger.ts';
import { type LedgerEntry, ledgerEntry, type MeteredUnit } from '../../accounts/ledger/ledger-entry.ts';
import { lockApp } from '../../accounts/require-app.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { claimKey, type KeyClaim } from '../../requests/idempotency/claim-key.ts';
import type { RecordKeeping } from '../../storage/record-keeping.ts';
import type { AdminActor } from '../admin-actor.ts';
import { noteAction } from '../audit-actions.ts';
import { type Balances, balancesOf } from './get-balances.ts';

/** The amounts that a top-up adds: decimal strings above 0. */
export interface AddedAmounts {
  readonly credits?: string | undefined;
  readonly seconds?: string | undefined;
  /** Identifies the top-up among the app's others, so that a repeat adds nothing; absent: it is always a new one. */
  readonly reference?: string | undefined;
}

/** An app's balances after a top-up, and whether its reference had been used before. */
export interface ToppedUp extends Balances {
  readonly isReplay?: boolean;
}

const UNITS = ['credits', 'seconds'] as const satisfies readonly MeteredUnit[];

/** @throws SpeechError see {@link SpeechService.topUp} */
export async function topUp(
  { records, clock, random }: RecordKeeping,
  appId: string,
  { by, reference, ...added }: AddedAmounts & { readonly by?: AdminActor | undefined },
): Promise<ToppedUp> {
  const nowMs = clock.now();
  const of = reference ?? random.id();
  const claim = reference === undefined ? undefined : claimOf(appId, reference, added);
  return records.transact(async (tables) => {
    // Without the lock, two concurrent first top-ups would each find the app unlimited.
    await lockApp(tables.apps, appId);
    const earlier = claim && (await claimKey(tables.idempotency, claim, { nowMs }));
    if (earlier !== undefined) return { ...(await balancesOf(tables, appId)), isReplay: true };
    let isReplay = true;
    for (const unit of UNITS) {
      const amount = added[unit];
      if (amount === undefined) continue;
      const entry = grant({ appId, unit, amount, of, at: new Date(nowMs).toISOString() });
      if (await add(tables.ledger, entry)) isReplay = false;
    }
    if (!isReplay) await noteAction({ clock, random }, tables, { by, action: 'app-top-up', target: appId });
    if (claim !== undefined) await tables.idempotency.complete(claim, added);
    return { ...(await balancesOf(tables, appId)), isReplay };
  });
}

/** @returns whether it was added now */
async function add(ledger: Ledger, entry: LedgerEntry): Promise<boolean> {
  const { appId, unit, amount } = entry;
  const before = await ledger.balance(appId, unit);
  const isNew = await ledger.append(entry);
  if (!isNew) await refuseOtherAmount(ledger, entry);
  else if (before === null) await ledger.setBalance(appId, unit, amount);
  return isNew;
}

/** Covers all amounts of the request: the ledger alone would accept other units under the same reference as a new top-up. */
function claimOf(appId: string, key: string, added: AddedAmounts): KeyClaim {
  const amounts = UNITS.map((unit) => {
    const amount = added[unit];
    return amount === undefined ? 'none' : addDecimals(amount, '0');
  });
  return { appId, path: 'top-up', key, bodyHash: amounts.join(' ') };
}

interface Grant {
  readonly appId: string;
  readonly unit: MeteredUnit;
  readonly amount: string;
  /** Identifies it among the app's grants. */
  readonly of: string;
  readonly at: string;
}

/** Grants of different apps may have the same name, since their callers know nothing of each other. */
export function grant({ of, ...entry }: Grant): LedgerEntry {
  return ledgerEntry({ ...entry, kind: 'grant', reference: `grant_${entry.appId}_${of}` });
}

async function refuseOtherAmount(ledger: Ledger, entry: LedgerEntry): Promise<void> {
  const first = await ledger.find(entry);
  if (first === undefined || compareDecimals(first.amount, entry.amount) === 0) return;
  throw new SpeechError(
    'IDEMPOTENCY_CONFLICT',
    `The reference was used before for ${first.amount} ${entry.unit}; now it comes with ${entry.amount}.`,
    { unit: entry.unit },
  );
}
