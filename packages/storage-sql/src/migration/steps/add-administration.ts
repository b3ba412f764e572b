import { type Kysely, sql } from 'kysely';

/**
 * Administration of accounts: limits and use of apps, epochs of balances, sums of requests and usage,
 * operators' sessions and the log of their actions, leases and rate limits that several servers share.
 *
 * Triggers maintain the sums, so that no change of a record can bypass them. A change only adds a row to `tally_changes`:
 * with a shared counter, concurrent transactions would wait for each other.
 */
export async function addAdministration(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
  const names = sql<{ app_id: string; name: string }>`select app_id, name from parlance.apps`;
  const { rows } = await names.execute(database);
  for (const { app_id, name } of rows) {
    // Not with SQL's lower(), which depends on the server's locale.
    await sql`update parlance.apps set search_name = ${name.toLowerCase()} where app_id = ${app_id}`.execute(
      database,
    );
  }
}

const TALLIED = [
  { table: 'syntheses', type: 'synthesis' },
  { table: 'transcriptions', type: 'transcription' },
] as const;

const HOUR_OF = (time: string): string => `date_trunc('hour', ${time}, 'UTC')`;

const tallyTriggers = TALLIED.flatMap(({ table, type }) => [
  `create function parlance.tally_new_${table}() returns trigger language plpgsql as $$
begin
  insert into parlance.tally_changes (app_id, type, status, at, amount)
    select app_id, '${type}', status, ${HOUR_OF('created_at')}, count(*) from changed group by 1, 3, 4;
  return null;
end $$`,
  `create function parlance.tally_gone_${table}() returns trigger language plpgsql as $$
begin
  insert into parlance.tally_changes (app_id, type, status, at, amount)
    select app_id, '${type}', status, ${HOUR_OF('created_at')}, -count(*) from changed group by 1, 3, 4;
  return null;
end $$`,
  `create function parlance.tally_moved_${table}() returns trigger language plpgsql as $$
begin
  insert into parlance.tally_changes (app_id, type, status, at, amount) values
    (old.app_id, '${type}', old.status, ${HOUR_OF('old.created_at')}, -1),
    (new.app_id, '${type}', new.status, ${HOUR_OF('new.created_at')}, 1);
  return null;
end $$`,
  `create trigger tally_new after insert on parlance.${table}
  referencing new table as changed for each statement execute function parlance.tally_new_${table}()`,
  `create trigger tally_gone after delete on parlance.${table}
  referencing old table as changed for each statement execute function parlance.tally_gone_${table}()`,
  `create trigger tally_moved after update of status, app_id, created_at on parlance.${table} for each row
  when ((old.status, old.app_id, old.created_at) is distinct from (new.status, new.app_id, new.created_at))
  execute function parlance.tally_moved_${table}()`,
  `insert into parlance.tally_changes (app_id, type, status, at, amount)
  select app_id, '${type}', status, ${HOUR_OF('created_at')}, count(*) from parlance.${table} group by 1, 3, 4`,
]);

const STATEMENTS = [
  `alter table parlance.apps add column search_name text collate "C" not null default '',
  add column requests_per_minute integer, add column last_used_at timestamptz`,
  'create index apps_list on parlance.apps (created_at, app_id)',
  'alter table parlance.syntheses add column started_at timestamptz',
  'alter table parlance.transcriptions add column started_at timestamptz',
  'create index syntheses_status_list on parlance.syntheses (status, created_at desc, request_id desc)',
  'create index syntheses_app_status_list on parlance.syntheses (app_id, status, created_at desc, request_id desc)',
  'create index transcriptions_status_list on parlance.transcriptions (status, created_at desc, transcript_id desc)',
  `create index transcriptions_app_status_list on parlance.transcriptions
  (app_id, status, created_at desc, transcript_id desc)`,

  // The balance that a row counted towards: a refund counts towards the balance that was charged, or none.
  'create sequence parlance.balance_epochs',
  `alter table parlance.balances add column epoch bigint not null default nextval('parlance.balance_epochs')`,
  'alter table parlance.ledger_entries add column epoch bigint',
  `update parlance.ledger_entries as entry set epoch = balance.epoch from parlance.balances as balance
  where balance.app_id = entry.app_id and balance.unit = entry.unit`,
  'create index ledger_entries_export on parlance.ledger_entries (app_id, position)',

  `create table parlance.tallies (
  app_id text collate "C" not null,
  type text collate "C" not null,
  status text collate "C" not null,
  at timestamptz not null,
  amount numeric not null,
  primary key (app_id, type, status, at)
)`,
  `create table parlance.tally_changes (
  position bigint generated always as identity primary key,
  app_id text collate "C" not null,
  type text collate "C" not null,
  status text collate "C" not null,
  at timestamptz not null,
  amount numeric not null
)`,
  ...tallyTriggers,
  `create function parlance.tally_ledger() returns trigger language plpgsql as $$
begin
  insert into parlance.tally_changes (app_id, type, status, at, amount)
    select app_id, unit, '', ${HOUR_OF('at')}, -sum(amount) from changed where kind <> 'grant' group by 1, 2, 4;
  return null;
end $$`,
  `create trigger tally_ledger after insert on parlance.ledger_entries
  referencing new table as changed for each statement execute function parlance.tally_ledger()`,
  `insert into parlance.tally_changes (app_id, type, status, at, amount)
  select app_id, unit, '', ${HOUR_OF('at')}, -sum(amount) from parlance.ledger_entries where kind <> 'grant' group by 1, 2, 4`,

  `create table parlance.admin_sessions (
  session_id text collate "C" primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null
)`,
  `create table parlance.audit_entries (
  entry_id text collate "C" primary key,
  created_at timestamptz not null,
  actor text not null,
  session_id text,
  action text not null,
  target text,
  address text
)`,
  'create index audit_entries_list on parlance.audit_entries (created_at desc, entry_id desc)',

  `create table parlance.leases (
  lease_id text collate "C" primary key,
  app_id text collate "C" not null,
  kind text collate "C" not null,
  expires_at timestamptz not null
)`,
  'create index leases_of_app on parlance.leases (app_id, kind)',
  // A call is one transaction: a concurrent call for the same app waits for the lock, and then counts the row that this one has written.
  // Commits need not wait for the disk: losing a lease in a crash of the database does no harm.
  `create function parlance.take_lease(wanted_id text, of_app text, of_kind text, allowed integer, life_ms integer)
returns integer language plpgsql as $$
declare taken integer;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended(of_kind || ':' || of_app, 1));
  delete from parlance.leases where app_id = of_app and kind = of_kind and expires_at <= clock_timestamp();
  select count(*) into taken from parlance.leases where app_id = of_app and kind = of_kind;
  if taken >= allowed then return taken; end if;
  insert into parlance.leases (lease_id, app_id, kind, expires_at)
    values (wanted_id, of_app, of_kind, clock_timestamp() + life_ms * interval '1 millisecond');
  return null;
end $$`,
  `create table parlance.rate_buckets (
  app_id text collate "C" primary key,
  tokens double precision not null,
  filled_at timestamptz not null
)`,
  // @returns seconds until the next token; 0 if one was taken.
  `create function parlance.take_token(of_app text, per_minute double precision)
returns double precision language plpgsql as $$
declare filled double precision;
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into parlance.rate_buckets (app_id, tokens, filled_at) values (of_app, per_minute, clock_timestamp())
    on conflict (app_id) do nothing;
  update parlance.rate_buckets set filled_at = clock_timestamp(), tokens = least(per_minute,
      tokens + greatest(0, extract(epoch from clock_timestamp() - filled_at)) * per_minute / 60)
    where app_id = of_app returning tokens into filled;
  if filled < 1 then return (1 - filled) * 60 / per_minute; end if;
  update parlance.rate_buckets set tokens = filled - 1 where app_id = of_app;
  return 0;
end $$`,
];
