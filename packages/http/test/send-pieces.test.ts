import type { AddressInfo } from 'node:net';
import { disconnectSignal, type PieceForm, sendPieces } from '@parlance/http/kit';
import Fastify, { type FastifyReply } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { openRaw, rawRequest } from './support/raw-client.ts';

const PIECE = new Uint8Array(16_384);

/** Sends audio to a client that reads nothing. @returns whether the system took all of it, once the answer is closed */
async function sendUnread(
  audioOf: (reply: FastifyReply) => AsyncIterable<Uint8Array>,
  form: Partial<PieceForm> = {},
): Promise<boolean> {
  const app = Fastify();
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const closed = Promise.withResolvers<void>();
  let isTaken = false;
  app.get('/', async (_request, reply) => {
    reply.raw.once('finish', () => {
      isTaken = true;
    });
    reply.raw.once('close', () => closed.resolve());
    const rules = { signal: disconnectSignal(reply.raw), stallTimeoutMs: 100 };
    await sendPieces(reply, audioOf(reply), { headers: {}, ...form }, rules);
    return reply;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const client = await openRaw((app.server.address() as AddressInfo).port);
  client.socket.pause();
  client.socket.write(rawRequest('GET /', {}));
  await closed.promise;
  client.socket.destroy();
  return isTaken;
}

it('disconnects a client that stalls, without a failure that it would not read either', async () => {
  let hasFailed = false;
  const isTaken = await sendUnread(
    async function* () {
      for (;;) yield PIECE;
    },
    {
      failure() {
        hasFailed = true;
        return 'failed';
      },
    },
  );
  expect([isTaken, hasFailed]).toEqual([false, false]);
});

it('disconnects a client that stalls when all audio has been written', async () => {
  const isTaken = await sendUnread(async function* (reply) {
    do {
      yield PIECE;
      // By then, what the system takes has left the answer.
      await new Promise((resolve) => setImmediate(resolve));
    } while (reply.raw.writableLength === 0);
  });
  expect(isTaken).toBe(false);
});
