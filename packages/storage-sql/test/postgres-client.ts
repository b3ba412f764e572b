import pg from 'pg';

/** A client for a test's own statements; a broken connection fails only its next statement. */
export async function connectPostgres(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
