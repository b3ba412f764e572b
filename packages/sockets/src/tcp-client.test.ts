import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createTcpClient } from './tcp-client.ts';

/** A socket whose other side reads nothing until it is drained. */
class FullSocket extends EventEmitter {
  readonly writableEnded = false;
  readonly destroyed = false;
  readonly writableLength = 0;

  write(): boolean {
    return false;
  }
}

it('waits once for a client that does not read, however often it is written to', async () => {
  const socket = new FullSocket();
  let timers = 0;
  const clock = {
    after() {
      timers += 1;
      return () => {
        timers -= 1;
      };
    },
  };
  const waiting = (): number[] => [socket.listenerCount('drain'), socket.listenerCount('close'), timers];
  const client = createTcpClient(socket as unknown as Socket, {
    clock,
    giveUpAboveBytes: 1000,
    onWrite: () => undefined,
  });
  const writes = Array.from({ length: 20 }, () => client.write(new Uint8Array(1)));
  expect(waiting()).toEqual([1, 1, 1]);
  socket.emit('drain');
  await Promise.all(writes);
  expect(waiting()).toEqual([0, 0, 0]);
  const last = client.write(new Uint8Array(1));
  socket.emit('close');
  await last;
  expect(waiting()).toEqual([0, 0, 0]);
});
