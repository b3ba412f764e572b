import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { SCHEMA_NAME } from '../migration/run-step.ts';

/** Makes the text form of values exact, whatever the server's settings. */
export const EXACT_TEXT = [
  `set local timezone = 'UTC'`,
  `set local datestyle = 'ISO, YMD'`,
  'set local extra_float_digits = 1',
];

export interface TableColumn {
  readonly name: string;
  /** The name of the type in SQL. */
  readonly type: string;
  /** Whether the database generates the values. */
  readonly isIdentity: boolean;
}

/** Our tables, except for the list of applied migration steps. */
export async function listTables(kysely: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = ${SCHEMA_NAME} and tablename not like 'kysely%' order by 1`.execute(kysely);
  return rows.map(({ name }) => name);
}

/** The columns of a table, except for generated ones. */
export async function columnsOf(kysely: Kysely<Schema>, table: string): Promise<readonly TableColumn[]> {
  const { rows } = await sql<TableColumn>`
    select attname as name, format_type(atttypid, atttypmod) as type, attidentity <> '' as "isIdentity"
    from pg_attribute
    where attrelid = ${`${SCHEMA_NAME}.${quoted(table)}`}::text::regclass
      and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(kysely);
  return rows;
}

/** Quotes an identifier for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
