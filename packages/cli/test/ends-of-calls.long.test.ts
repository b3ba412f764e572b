import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectPostgres } from '../../storage-sql/test/postgres-client.ts';
import {
  NO_POSTGRES,
  type PostgresServer,
  postgresPrograms,
  startPostgresServer,
} from '../../storage-sql/test/postgres-server.ts';
import { FLITE, workingFolder } from './parlance.ts';
import { type Announced, startServer, type TestServer } from './server.ts';

const ADMIN_TOKEN = 'admin-token-of-the-server';
const TEXT = 'This sentence is spoken while the database is there.';
const CREDITS = 1000;
/** Credits that a stream reserves for its first text. */
const RESERVED = 300;

if (postgresPrograms === undefined) console.warn(NO_POSTGRES);

describe.skipIf(postgresPrograms === undefined)('a stream that ends while PostgreSQL is away', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgresServer();
  });
  afterAll(() => postgres?.remove());

  const serve = async (): Promise<TestServer> =>
    startServer(
      await workingFolder({
        ...FLITE,
        ...{ adminToken: ADMIN_TOKEN, databaseUrl: postgres.url, logLevel: 'info', drainTimeoutSeconds: 120 },
      }),
    );

  /** Creates an app with a balance, and a stream of it that has spoken and is still open. @returns ends the stream */
  async function speak({ announced: { url } }: TestServer) {
    const made = await fetch(`${url}/admin/v1/apps`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'speaker', credits: CREDITS }),
    });
    const { appId = '', token = '' } = (await made.json()) as Announced;
    const at = `${url.replace('http', 'ws')}/v1/tts/stream?token=${token}&appId=${appId}`;
    const socket = new WebSocket(at);
    onTestFinished(() => socket.close());
    const waiting = new Map<string, () => void>();
    const until = (type: string) => new Promise<void>((resolve) => waiting.set(type, resolve));
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') waiting.get(JSON.parse(data).type)?.();
    });
    const send = (message: object): void => socket.send(JSON.stringify(message));
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    const ready = until('READY');
    send({ type: 'SPEECH_CONFIG', config: { voiceCode: 'slt' } });
    await ready;
    const flushed = until('FLUSHED');
    send({ type: 'TEXT', text: TEXT });
    send({ type: 'FLUSH' });
    await flushed;
    const end = async (): Promise<void> => {
      const ended = until('STREAM_END');
      send({ type: 'DONE' });
      await ended;
    };
    return { appId, end };
  }

  /** Reads the database over a separate connection. */
  async function accountOf(appId: string): Promise<readonly unknown[]> {
    const client = await connectPostgres(postgres.url);
    try {
      const { rows } = await client.query(
        `select balance::int as balance, (select string_agg(status || ' ' || credits::int, ',') from parlance.syntheses where app_id = $1) as ended
         from parlance.balances where app_id = $1 and unit = 'credits'`,
        [appId],
      );
      return [rows[0]?.balance, rows[0]?.ended];
    } finally {
      await client.end();
    }
  }

  const waitingEnds = async ({ announced: { url } }: TestServer): Promise<string | undefined> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return /^parlance_waiting_ends (\d+)$/m.exec(text)?.[1];
  };

  it('is settled once it is back, and both events are logged once', async () => {
    const server = await serve();
    const { appId, end } = await speak(server);
    await postgres.kill();
    await end();
    await expect.poll(() => waitingEnds(server)).toBe('1');
    await postgres.start();
    await expect.poll(() => waitingEnds(server)).toBe('0');
    expect(await accountOf(appId)).toEqual([CREDITS - TEXT.length, `COMPLETED ${TEXT.length}`]);
    const { stderr, status } = await server.stop('SIGTERM');
    expect(status).toBe(0);
    const told = (words: string) => stderr.split('\n').filter((line) => line.includes(words)).length;
    expect([
      told('could not be written; it, and those'),
      told('waited for the database have been written'),
    ]).toEqual([1, 1]);
  });

  it('is settled by a server that is stopped meanwhile, before it exits', async () => {
    const server = await serve();
    const { appId, end } = await speak(server);
    await postgres.kill();
    await end();
    await expect.poll(() => waitingEnds(server)).toBe('1');
    const stopped = server.stop('SIGTERM');
    await server.logged('Stopping:');
    await postgres.start();
    expect((await stopped).status).toBe(0);
    expect(await accountOf(appId)).toEqual([CREDITS - TEXT.length, `COMPLETED ${TEXT.length}`]);
  });

  it('stays open with a server that is killed, until housekeeping ends it', async () => {
    const server = await serve();
    const { appId, end } = await speak(server);
    await postgres.kill();
    await end();
    await expect.poll(() => waitingEnds(server)).toBe('1');
    await server.stop('SIGKILL');
    await postgres.start();
    expect(await accountOf(appId)).toEqual([CREDITS - RESERVED, `PROCESSING ${RESERVED}`]);
  });
});
