import type { Database } from '@parlance/storage-sql';
import { expiring } from '../expire-deliveries.ts';

const DAYS = 64;

/** A partition a day. Its key has to be part of every unique index, so an id alone is no longer held unique over all of them. */
async function partition({ executeSql }: Database): Promise<void> {
  const { rows } =
    await executeSql(`select replace(pg_get_indexdef(indexrelid), ' parlance.webhook_deliveries ', ' parlance.deliveries_by_day ') as text
    from pg_index where indrelid = 'parlance.webhook_deliveries'::regclass and not indisprimary`);
  await executeSql(
    `create table parlance.deliveries_by_day (like parlance.webhook_deliveries including defaults) partition by range (created_at)`,
  );
  for (let day = 0; day < DAYS; day++)
    await executeSql(`do $$ begin execute format('create table parlance.webhook_deliveries_%s partition of parlance.deliveries_by_day for values from (%L) to (%L)',
      ${day}, date_trunc('day', now()) - ${DAYS - 2 - day} * interval '1 day', date_trunc('day', now()) - ${DAYS - 3 - day} * interval '1 day'); end $$`);
  await executeSql('drop table parlance.webhook_deliveries');
  await executeSql('alter table parlance.deliveries_by_day rename to webhook_deliveries');
  await executeSql('alter table parlance.webhook_deliveries add primary key (delivery_id, created_at)');
  for (const { text } of rows)
    await executeSql(String(text).replace('deliveries_by_day', 'webhook_deliveries'));
}

const OLDEST = `select c.oid::regclass::text as name, (select count(*)::int from parlance.webhook_deliveries d where d.tableoid = c.oid) as rows
  from pg_class c join pg_inherits i on i.inhrelid = c.oid where i.inhparent = 'parlance.webhook_deliveries'::regclass
  and c.relname like 'webhook_deliveries%' and (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''(.*)''\\)'))[1]::timestamptz < now() - interval '30 days'
  order by (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''(.*)''\\)'))[1]::timestamptz limit 1`;

/** Drops the partitions that have expired. */
export const partitions = expiring(async ({ executeSql }) => {
  for (;;) {
    const { rows } = await executeSql(OLDEST);
    const [oldest] = rows;
    if (oldest === undefined) return 0;
    await executeSql(`drop table ${oldest.name}`);
    if (oldest.rows > 0) return oldest.rows;
  }
}, partition);
