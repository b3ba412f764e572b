import { type Kysely, sql } from 'kysely';
import type { IndexStep } from '../schema-step.ts';

/** Unfinished and failed deliveries: few among millions. */
export const UNDELIVERED_WEBHOOKS: IndexStep = {
  index: {
    name: 'webhook_deliveries_undelivered',
    table: 'webhook_deliveries',
    on: `(state, created_at desc, delivery_id desc) where state <> 'delivered'`,
  },
};

/** Rows of an app in a period, for exports. */
export const LEDGER_BY_APP_AND_TIME: IndexStep = {
  index: { name: 'ledger_entries_app_time', table: 'ledger_entries', on: '(app_id, at)' },
};

/** Rows of all apps in a part of an hour. They are stored in the order of time, so an entry for each range of the table is enough. */
export const LEDGER_BY_TIME: IndexStep = {
  index: {
    name: 'ledger_entries_time',
    table: 'ledger_entries',
    on: 'using brin (at) with (autosummarize = on)',
  },
};

/**
 * Short-lived rows leave as many dead ones. With the default threshold, a fifth of the table, vacuum runs too late on a table
 * that was once large, and every scan reads the dead rows until then.
 */
export async function vacuumBusyTables(database: Kysely<unknown>): Promise<void> {
  for (const table of [
    'tally_changes',
    'leases',
    'rate_buckets',
    'balances',
    'idempotent_answers',
    'client_tokens',
  ])
    await sql
      .raw(`alter table parlance.${table} set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)`)
      .execute(database);
  // Large tables of which few rows change: some percent of millions is enough.
  for (const table of ['syntheses', 'transcriptions', 'webhook_deliveries', 'ledger_entries'])
    await sql
      .raw(`alter table parlance.${table} set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
        autovacuum_analyze_scale_factor = 0.02)`)
      .execute(database);
}

/** Totals of the whole service, which one process counts for all. */
export async function addTotals(database: Kysely<unknown>): Promise<void> {
  await sql`create table parlance.totals (
    name text collate "C" primary key,
    totals json not null,
    counted_at timestamptz not null
  )`.execute(database);
}
