import { type Kysely, sql } from 'kysely';

/** The only way to write to the ledger, as a function: four statements would each cost a round trip to the database. */
export async function addLedgerFunction(database: Kysely<unknown>): Promise<void> {
  await sql.raw(APPEND_ENTRY).execute(database);
}

/**
 * The balance is locked first, so that rows of an app are written one after another; and it is checked before anything is written, so
 * that a transaction can continue after a refusal. A refund counts towards the balance that was charged, and not towards one that was set
 * since. Each statement of the function sees everything that was committed before it, including while it waited for the lock.
 *
 * `is_written`: whether this call wrote the row, and not an earlier one. `refused_at`: the balance, if it is too small for the change.
 */
const APPEND_ENTRY = `
create function parlance.append_entry(
  new_id text, of_app text, of_unit text, of_kind text, change numeric, of_reference text, made_at timestamptz,
  may_overdraw boolean, out is_written boolean, out refused_at numeric
) language plpgsql as $$
declare
  held record;
  is_counted boolean;
begin
  is_written := false;
  select balance, epoch into held from parlance.balances where app_id = of_app and unit = of_unit for update;
  is_counted := found;
  if exists (
    select from parlance.ledger_entries where reference = of_reference and unit = of_unit and kind = of_kind
  ) then return; end if;
  if is_counted and of_kind = 'release' then
    is_counted := not exists (
      select from parlance.ledger_entries
      where reference = of_reference and unit = of_unit and kind = 'reserve' and epoch is distinct from held.epoch
    );
  end if;
  if is_counted and not may_overdraw and change < 0 and held.balance + change < 0 then
    refused_at := held.balance;
    return;
  end if;
  -- Of any of its keys: of two at the same moment either index may be the one that notices. Without a limit nothing is locked.
  insert into parlance.ledger_entries (entry_id, app_id, unit, kind, amount, reference, at, epoch)
    values (new_id, of_app, of_unit, of_kind, change, of_reference, made_at, case when is_counted then held.epoch end)
    on conflict do nothing;
  is_written := found;
  if is_written and is_counted then
    update parlance.balances set balance = balance + change where app_id = of_app and unit = of_unit;
  end if;
end $$`;
