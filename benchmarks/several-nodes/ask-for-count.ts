import { connectPostgres } from '../../packages/storage-sql/test/postgres-client.ts';

/** @param statement that gives one row with a `count` */
export async function askForCount(
  databaseUrl: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const client = await connectPostgres(databaseUrl);
  try {
    const { rows } = await client.query<{ count: number }>(statement, [...values]);
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
