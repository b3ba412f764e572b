import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FinalResultMessage, InterimResultMessage, SessionOutlet } from '@parlance/core/session';
import { deferred, manualClock } from '@parlance/testkit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRealtimeEndpoint } from '../src/index.ts';
import { connect } from './support/realtime-client.ts';

const times = { startTime: 0, endTime: 1, startVoiceTime: 0, endVoiceTime: 1 };
const interim = (text: string): InterimResultMessage => ({
  type: 'INTERIM_RESULT',
  text,
  isFinal: false,
  stability: 1,
  ...times,
});
const final = (text: string): FinalResultMessage => ({
  type: 'FINAL_RESULT',
  text,
  textRaw: text,
  isFinal: true,
  confidenceScore: 1,
  speechType: 'detected-speech',
  status: 'SUCCESS',
  ...times,
});

/** One client on a real connection, whose session does what the test says. */
async function openConnection() {
  const clock = manualClock();
  const [opened, left, logged] = [deferred<SessionOutlet>(), deferred(), deferred<Record<string, unknown>>()];
  const ended = deferred();
  let isClosed = false;
  let received = 0;
  const wake = new Set<() => void>();
  const endpoint = createRealtimeEndpoint({
    clock,
    logger: { info: (facts) => logged.resolve(facts as Record<string, unknown>) },
    service: {
      openSession(_credentials, outlet) {
        opened.resolve(outlet);
        return {
          sessionId: 's1',
          ended: ended.promise,
          receive() {
            received += 1;
            for (const look of wake) look();
          },
          arriving: () => undefined,
          leave() {
            if (!isClosed) left.resolve();
            ended.resolve();
          },
          stop: () => undefined,
        };
      },
    },
  });
  const server = createServer();
  server.on('connection', (socket) =>
    socket.once('close', () => {
      isClosed = true;
    }),
  );
  endpoint.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/v1/stt/realtime`);
  onTestFinished(async () => {
    client.socket.terminate();
    await endpoint.close();
    server.close();
  });
  await once(client.socket, 'open');
  return {
    clock,
    client,
    outlet: await opened.promise,
    /** Resolves when the session was left while its connection still stood. */
    leftBeforeClose: left.promise,
    logged: logged.promise,
    /** Resolves when so many messages of the client were read. */
    read: (count: number) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (received >= count) resolve();
        };
        wake.add(look);
        look();
      }),
  };
}

describe('a client that reads slowly', () => {
  it('loses interim results and no other message', async () => {
    const { client, outlet, logged } = await openConnection();
    client.socket.pause();
    // Far more than the system holds between two sockets.
    const text = 'x'.repeat(100_000);
    for (let index = 0; index < 300; index += 1) outlet.send(interim(text));
    for (let index = 0; index < 5; index += 1) outlet.send(final(`final ${index}`));
    client.socket.resume();
    await client.until('FINAL_RESULT', 5);
    outlet.close(1000);
    expect(await client.closed).toBe(1000);
    const finals = client.messages.flatMap((message) =>
      message.type === 'FINAL_RESULT' ? [message.text] : [],
    );
    expect(finals).toEqual(['final 0', 'final 1', 'final 2', 'final 3', 'final 4']);
    const told = client.messages.filter(({ type }) => type === 'INTERIM_RESULT').length;
    expect(told).toBeLessThan(300);
    expect(await logged).toMatchObject({ closeCode: 1000, droppedInterims: 300 - told });
  });

  it('is disconnected at once when messages that must not be dropped pile up', async () => {
    const { client, outlet, leftBeforeClose } = await openConnection();
    client.socket.pause();
    const text = 'x'.repeat(500_000);
    for (let index = 0; index < 60; index += 1) outlet.send(final(text));
    await leftBeforeClose;
  });
});

describe('a connection that its session does not read', () => {
  it('continues where it stopped, with nothing lost', async () => {
    const { client, outlet, read } = await openConnection();
    outlet.pause();
    for (let index = 0; index < 20; index += 1) client.send({ type: 'PING' });
    outlet.resume();
    await read(20);
  });

  it('is not considered dead, however long its pong stays unread', async () => {
    const { client, clock, outlet, read } = await openConnection();
    outlet.pause();
    for (let round = 0; round < 3; round += 1) {
      clock.advance(15_000);
      clock.advance(10_000);
    }
    outlet.resume();
    client.send({ type: 'PING' });
    await read(1);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  });

  it('still gets the answer to its close', async () => {
    const { client, outlet, logged } = await openConnection();
    outlet.pause();
    // The time stands still after which ws ends a connection whose close was not answered.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    outlet.close(1000);
    expect(await client.closed).toBe(1000);
    expect(await logged).toMatchObject({ closeCode: 1000 });
  });
});
