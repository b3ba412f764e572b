import { type Kysely, sql } from 'kysely';

/**
 * What of the ledger has left its table: sums by the day, and the files of the audio store that hold the rows. At most one file is unfinished, by the
 * word of an index.
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
