import { type Kysely, sql } from 'kysely';

/** Periodic reports of the service's processes. There are few rows, so pages have room for new versions of them. */
export async function addNodeReports(database: Kysely<unknown>): Promise<void> {
  await sql`create table parlance.node_reports (
    node_id text collate "C" primary key,
    report json not null,
    reported_at timestamptz not null
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000)`.execute(
    database,
  );
}
