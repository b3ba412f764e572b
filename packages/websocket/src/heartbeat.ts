import type { Clock } from '@parlance/core';
import type { WebSocket } from 'ws';
import { PING_INTERVAL_MS, PONG_TIMEOUT_MS } from './options.ts';

/**
 * Finds out about clients that vanished without a word: a ping of the protocol every 15 s, and the connection is cut when 10 s
 * pass with nothing heard. A connection that we ourselves don't read can't answer, so it is not judged.
 *
 * @returns a function that ends it
 */
export function keepAlive(socket: WebSocket, clock: Pick<Clock, 'after'>): () => void {
  let cancel = (): void => undefined;
  const wait = (): void => {
    cancel = clock.after(PING_INTERVAL_MS, ask);
  };
  const ask = (): void => {
    if (socket.readyState === socket.OPEN) socket.ping();
    cancel = clock.after(PONG_TIMEOUT_MS, judge);
  };
  const judge = (): void => {
    if (socket.isPaused) wait();
    else socket.terminate();
  };
  const onPong = (): void => {
    cancel();
    wait();
  };
  socket.on('pong', onPong);
  wait();
  return () => {
    cancel();
    socket.off('pong', onPong);
  };
}
