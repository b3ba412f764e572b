import { type Kysely, sql } from 'kysely';

/**
 * The archived part of the ledger: sums by day, and the files in the audio store that contain the rows. An index guarantees that at most one file is
 * unfinished.
 */
export async function rollUpLedger(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  `create table parlance.ledger_days (
  app_id text collate "C" not null,
  day date not null,
  unit text collate "C" not null,
  kind text collate "C" not null,
  entries bigint not null,
  amount numeric not null,
  primary key (app_id, day, unit, kind)
)`,
  `create table parlance.ledger_archives (
  archive_id text collate "C" primary key,
  state text not null,
  before_time timestamptz not null,
  after_position bigint not null,
  object_name text,
  sha256 text,
  bytes bigint,
  entries integer,
  first_position bigint,
  last_position bigint,
  first_at timestamptz,
  last_at timestamptz,
  settled_position bigint,
  moved_entries integer not null,
  planned_at timestamptz not null,
  changed_at timestamptz not null
)`,
  `create unique index ledger_archives_unfinished on parlance.ledger_archives ((true))
  where state in ('planned', 'written', 'verified')`,
];
