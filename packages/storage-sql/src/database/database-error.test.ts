import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { examineDatabase } from './examine-database.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** Starts a server that is no database. @returns its address */
async function startServer(onClient: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onClient(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `postgres://parlance@127.0.0.1:${(server.address() as AddressInfo).port}/parlance`;
}

const noAnswer = (reason: string) => ({
  code: 'STORAGE_FAILED',
  message: expect.stringContaining(`The database does not answer (${reason})`),
  details: { reason },
});

describe('a database does not answer', () => {
  it('if it stays silent, as behind a firewall', async () => {
    const connected = Promise.withResolvers<void>();
    const url = await startServer(() => connected.resolve());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const examined = expect(examineDatabase({ url })).rejects.toMatchObject(noAnswer('ETIMEDOUT'));
    await connected.promise;
    vi.advanceTimersByTime(CONNECT_TIMEOUT_MS);
    await examined;
  });

  it('if it closes the connection without a word', async () => {
    const url = await startServer((socket) => void socket.once('data', () => socket.end()));
    await expect(examineDatabase({ url })).rejects.toMatchObject(noAnswer('ECONNRESET'));
  });
});
