import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { CompiledQuery, Kysely } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { databaseError } from './database-error.ts';
import { openPostgres } from './postgres-dialect.ts';
import type { Schema } from './schema.ts';

/** PostgreSQL's messages to a client: it may send a statement; it is let in; its statement returned no rows. */
const READY = Buffer.from('5a0000000549', 'hex');
const LET_IN = Buffer.concat([Buffer.from('520000000800000000', 'hex'), READY]);
const NO_ROWS = Buffer.concat([Buffer.from('430000000d', 'hex'), Buffer.from('SELECT 0\0'), READY]);
const ANSWER_TIMEOUT_MS = 65_000;
const CLOSE_TIMEOUT_MS = 2000;

/** Starts a server that lets clients in, and then answers all of them except the first, whose connection it does not close either. */
async function startServer() {
  const asked = Promise.withResolvers<void>();
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const isSilent = sockets.length === 0;
    sockets.push(socket);
    if (!isSilent) socket.on('end', () => socket.end());
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(LET_IN);
      socket.on('data', () => {
        if (isSilent) asked.resolve();
        else socket.write(NO_ROWS);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://parlance@127.0.0.1:${port}/parlance`,
    /** Resolves when the first client has sent a statement. */
    asked: asked.promise,
    connections: () => sockets.length,
  };
}

it('closes a connection that did not answer in time, and opens another for the next call', async () => {
  const { url, asked, connections } = await startServer();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const kysely = new Kysely<Schema>({ dialect: openPostgres(url).dialect });
  onTestFinished(() => kysely.destroy());
  const ask = () => kysely.executeQuery(CompiledQuery.raw('select 1'));
  const unanswered = ask().catch(databaseError);
  await asked;
  vi.advanceTimersByTime(ANSWER_TIMEOUT_MS);
  expect(await unanswered).toMatchObject({ details: { reason: 'ETIMEDOUT' } });
  expect((await ask()).rows).toEqual([]);
  expect(connections()).toBe(2);
});

it('breaks off a call that the server does not answer soon after it was closed', async () => {
  const { url, asked } = await startServer();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const kysely = new Kysely<Schema>({ dialect: openPostgres(url).dialect });
  const unanswered = kysely.executeQuery(CompiledQuery.raw('select 1')).catch(databaseError);
  await asked;
  const closed = kysely.destroy();
  await vi.advanceTimersByTimeAsync(CLOSE_TIMEOUT_MS);
  await closed;
  expect(await unanswered).toMatchObject({ code: 'STORAGE_FAILED' });
});
