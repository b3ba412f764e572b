import type { Database } from '@parlance/storage-sql';
import { EXPIRED_BEFORE, expiring, type Keeping, WEEKS } from '../expire-requests.ts';

/** A partition a week. Its time has to be part of every unique index, so an id alone is no longer held unique over all of them. */
async function partition({ executeSql }: Database): Promise<void> {
  const { rows: indexes } = await executeSql(`select pg_get_indexdef(indexrelid) as text
    from pg_index where indrelid = 'parlance.syntheses'::regclass and not indisprimary`);
  const { rows: triggers } = await executeSql(`select pg_get_triggerdef(oid) as text
    from pg_trigger where tgrelid = 'parlance.syntheses'::regclass and not tgisinternal`);
  await executeSql(
    'create table parlance.by_week (like parlance.syntheses including defaults) partition by range (created_at)',
  );
  for (let week = 0; week <= WEEKS; week++)
    await executeSql(`do $$ begin execute format('create table parlance.syntheses_%s partition of parlance.by_week for values from (%L) to (%L)',
      ${week}, date_trunc('day', now()) - ${(WEEKS - week) * 7} * interval '1 day', date_trunc('day', now()) - ${(WEEKS - week - 1) * 7} * interval '1 day'); end $$`);
  await executeSql('drop table parlance.syntheses');
  await executeSql('alter table parlance.by_week rename to syntheses');
  await executeSql('alter table parlance.syntheses add primary key (request_id, created_at)');
  for (const { text } of [...indexes, ...triggers]) await executeSql(text);
}

const OLDEST = `select oid::regclass::text as name from
  (select c.oid, (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''(.*)''\\)'))[1]::timestamptz as until
    from pg_class c join pg_inherits i on i.inhrelid = c.oid where i.inhparent = 'parlance.syntheses'::regclass) as partitions
  where until <= ${EXPIRED_BEFORE} order by until limit 1`;

/** What triggers count off for each row that is deleted. */
const countOff = (
  name: string,
): string => `insert into parlance.tally_changes (app_id, type, status, at, amount)
  select app_id, 'synthesis', status, date_trunc('hour', created_at, 'UTC'), -count(*) from ${name} group by 1, 3, 4 returning amount`;

const KEEPING: Keeping = {
  prepare: partition,
  whereId: 'request_id = $1',
  async expire(database) {
    const { rows } = await database.executeSql(OLDEST);
    const [oldest] = rows;
    if (oldest === undefined) return 0;
    return database.transaction(async ({ executeSql }) => {
      const { rows: counted } = await executeSql(countOff(oldest.name));
      await executeSql(`drop table ${oldest.name}`);
      return counted.reduce((sum, { amount }) => sum - Number(amount), 0);
    });
  },
};

/** Drops the partitions that have expired. */
export const partitions = expiring(KEEPING);

const OLD_IDS = `delete from parlance.request_ids where request_id = any(array(
  select request_id from parlance.request_ids where created_at < ${EXPIRED_BEFORE} order by created_at limit 10000))`;

/** With a table beside them that holds each id unique, and tells of its week. */
export const partitionsAndIds = expiring({
  async prepare(database) {
    await partition(database);
    await database.executeSql(
      'create table parlance.request_ids (request_id text collate "C" primary key, created_at timestamptz not null)',
    );
    await database.executeSql('create index request_ids_old on parlance.request_ids (created_at)');
  },
  async fill({ executeSql }) {
    await executeSql(
      'insert into parlance.request_ids select request_id, created_at from parlance.syntheses order by created_at',
    );
  },
  beforeInsert: 'insert into parlance.request_ids values ($1, now())',
  whereId:
    'request_id = $1 and created_at = (select created_at from parlance.request_ids where request_id = $1)',
  async expire(database) {
    const removed = await KEEPING.expire(database);
    if (removed > 0) return removed;
    while (await hasOldIds(database)) await database.executeSql(OLD_IDS);
    return 0;
  },
});

async function hasOldIds({ executeSql }: Database): Promise<boolean> {
  const { rows } = await executeSql(
    `select 1 from parlance.request_ids where created_at < ${EXPIRED_BEFORE} order by created_at limit 1`,
  );
  return rows.length > 0;
}
