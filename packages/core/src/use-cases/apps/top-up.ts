import { SpeechError } from '../../domain/errors/speech-error.ts';
import { compareDecimals } from '../../domain/metering/decimal.ts';
import { type LedgerEntry, ledgerEntry, type MeteredUnit } from '../../domain/metering/ledger-entry.ts';
import type { AdminActor } from '../../ports/admin-service.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RandomSource } from '../../ports/random-source.ts';
import type { Ledger, RecordStore } from '../../ports/record-store.ts';
import type { SpeechService, ToppedUp } from '../../ports/speech-service.ts';
import { noteAction } from '../admin/audit-actions.ts';
import { balancesOf } from './get-balances.ts';
import { lockApp } from './require-app.ts';

export interface TopUpPorts {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly random: RandomSource;
}

/**
 * Adds to what an app has left; an unlimited one becomes limited to the amount. With a reference that was used before it changes
 * nothing.
 *
 * @throws SpeechError `NOT_FOUND`, `IDEMPOTENCY_CONFLICT` when the reference was used with another amount
 */
export async function topUp(
  ports: TopUpPorts,
  appId: string,
  {
    by,
    unit,
    amount,
    reference,
  }: Parameters<SpeechService['topUp']>[1] & { readonly by?: AdminActor | undefined },
): Promise<ToppedUp> {
  const { records, clock, random } = ports;
  const entry = grant({
    appId,
    unit,
    amount,
    of: reference ?? random.id(),
    at: new Date(clock.now()).toISOString(),
  });
  return records.transact(async (tables) => {
    // Two first top-ups at once would else each take the app for unlimited.
    await lockApp(tables.apps, appId);
    const before = await tables.ledger.balance(appId, unit);
    const isNew = await tables.ledger.append(entry);
    if (!isNew) await refuseOtherAmount(tables.ledger, entry);
    else {
      if (before === null) await tables.ledger.setBalance(appId, unit, amount);
      await noteAction(ports, tables, { by, action: 'app-top-up', target: appId });
    }
    return { ...(await balancesOf(tables, appId)), isReplay: !isNew };
  });
}

interface Grant {
  readonly appId: string;
  readonly unit: MeteredUnit;
  readonly amount: string;
  /** What tells it from the app's other grants. */
  readonly of: string;
  readonly at: string;
}

/** Grants of different apps may have the same name: their callers need not know of each other. */
export function grant({ of, ...entry }: Grant): LedgerEntry {
  return ledgerEntry({ ...entry, kind: 'grant', reference: `grant_${entry.appId}_${of}` });
}

async function refuseOtherAmount(ledger: Ledger, entry: LedgerEntry): Promise<void> {
  const rows = await ledger.entries(entry.appId, entry.unit);
  const first = rows.find(({ kind, reference }) => kind === 'grant' && reference === entry.reference);
  if (first === undefined || compareDecimals(first.amount, entry.amount) === 0) return;
  throw new SpeechError(
    'IDEMPOTENCY_CONFLICT',
    `The reference was used before for ${first.amount} ${entry.unit}; now it comes with ${entry.amount}.`,
    { unit: entry.unit },
  );
}
