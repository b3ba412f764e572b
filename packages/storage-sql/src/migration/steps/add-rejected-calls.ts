import { type Kysely, sql } from 'kysely';

/** The number of refused calls by hour and reason. */
export async function addRejectedCalls(database: Kysely<unknown>): Promise<void> {
  await sql.raw(REJECTED_CALLS).execute(database);
}

const REJECTED_CALLS = `create table parlance.rejected_calls (
  at timestamptz not null,
  status integer not null,
  code text collate "C" not null,
  count bigint not null,
  primary key (at, status, code)
)`;
