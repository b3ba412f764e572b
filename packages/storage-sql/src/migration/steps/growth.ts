import { type Kysely, sql } from 'kysely';
import type { IndexStep } from '../schema-step.ts';

/** Deliveries that are not over, and those that nobody accepted: few among millions. */
export const UNDELIVERED_WEBHOOKS: IndexStep = {
  index: {
    name: 'webhook_deliveries_undelivered',
    table: 'webhook_deliveries',
    on: `(state, created_at desc, delivery_id desc) where state <> 'delivered'`,
  },
};

/** The rows of an app in a time, for its export. */
export const LEDGER_BY_APP_AND_TIME: IndexStep = {
  index: { name: 'ledger_entries_app_time', table: 'ledger_entries', on: '(app_id, at)' },
};

/** Rows of all apps in a part of an hour. They come in the order of time, so a note for each stretch of the table is enough. */
export const LEDGER_BY_TIME: IndexStep = {
  index: {
    name: 'ledger_entries_time',
    table: 'ledger_entries',
    on: 'using brin (at) with (autosummarize = on)',
  },
};

/**
 * Rows that live for seconds leave as many dead ones behind: by the default, a fifth of the table, vacuum comes late to a table
 * that was large once, and every look at it passes over them until then.
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
  // Large ones, of which few rows change: a hundredth of millions is enough.
  for (const table of ['syntheses', 'transcriptions', 'webhook_deliveries', 'ledger_entries'])
    await sql
      .raw(`alter table parlance.${table} set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
        autovacuum_analyze_scale_factor = 0.02)`)
      .execute(database);
}

/** Figures of the whole service that one process counts for all. */
export async function addTotals(database: Kysely<unknown>): Promise<void> {
  await sql`create table parlance.totals (
    name text collate "C" primary key,
    totals json not null,
    counted_at timestamptz not null
  )`.execute(database);
}
