import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { SCHEMA_NAME } from '../migration/run-step.ts';

/** Values as text that reads back as the very same values, whatever the server's settings. */
export const EXACT_TEXT = [
  `set local timezone = 'UTC'`,
  `set local datestyle = 'ISO, YMD'`,
  'set local extra_float_digits = 1',
];

export interface TableColumn {
  readonly name: string;
  /** As SQL names it. */
  readonly type: string;
  /** Numbered by the database. */
  readonly isIdentity: boolean;
}

/** Ours, without what says which steps were gone. */
export async function listTables(kysely: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = ${SCHEMA_NAME} and tablename not like 'kysely%' order by 1`.execute(kysely);
  return rows.map(({ name }) => name);
}

/** Without those that are computed of others. */
export async function columnsOf(kysely: Kysely<Schema>, table: string): Promise<readonly TableColumn[]> {
  const { rows } = await sql<TableColumn>`
    select attname as name, format_type(atttypid, atttypmod) as type, attidentity <> '' as "isIdentity"
    from pg_attribute
    where attrelid = ${`${SCHEMA_NAME}.${quoted(table)}`}::text::regclass
      and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(kysely);
  return rows;
}

/** A name in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
