import pg from 'pg';

/** A client for what a test asks a PostgreSQL itself; a connection that breaks fails its next statement and nothing else. */
export async function connectPostgres(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
