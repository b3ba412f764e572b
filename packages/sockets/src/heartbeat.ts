import type { Clock } from '@parlance/core/platform';
import type { WebSocket } from 'ws';
import type { Arrivals } from './arrivals.ts';
import { PING_INTERVAL_MS, PONG_TIMEOUT_MS } from './options.ts';

/**
 * Detects clients that vanished without closing: sends a WebSocket ping every 15 s, and closes the connection if nothing is
 * received for 10 s. Any byte counts, since on a slow line the pong waits behind audio that was written before it.
 * A paused connection can't answer, so it is not checked; nor is a client that has yet to read what was sent before the ping.
 * How long it may take for that is a matter of its protocol.
 *
 * @returns a function that stops this
 */
export function keepAlive(
  socket: WebSocket,
  arrivals: Pick<Arrivals, 'bytes'>,
  clock: Pick<Clock, 'after'>,
): () => void {
  let cancel = (): void => undefined;
  let bytesAtPing = 0;
  const wait = (): void => {
    cancel = clock.after(PING_INTERVAL_MS, ask);
  };
  const ask = (): void => {
    bytesAtPing = arrivals.bytes;
    if (socket.readyState === socket.OPEN) socket.ping();
    cancel = clock.after(PONG_TIMEOUT_MS, checkPong);
  };
  const checkPong = (): void => {
    if (socket.isPaused || socket.bufferedAmount > 0 || arrivals.bytes > bytesAtPing) wait();
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
