import pg from 'pg';

/** @param statement that gives one row with a `count` */
export async function askForCount(
  databaseUrl: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(statement, [...values]);
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
