import type { Clock } from '@parlance/core/platform';
import type { WebSocket } from 'ws';
import type { Arrivals } from './arrivals.ts';
import { PING_INTERVAL_MS, PONG_TIMEOUT_MS, READ_TIMEOUT_MS } from './options.ts';

/**
 * Detects clients that vanished without closing: sends a WebSocket ping every 15 s, and closes the connection if nothing is
 * received for 10 s. Any byte counts, since on a slow line the pong waits behind audio that was written before it.
 * A paused connection can't answer, so it is not checked. A client that has yet to read what was sent before the ping can't either:
 * it is given {@link READ_TIMEOUT_MS} to take some of it.
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
  let unreadAtPing = 0;
  /** Since the client was last seen to read or send something. */
  let stalledMs = 0;
  const wait = (): void => {
    cancel = clock.after(PING_INTERVAL_MS, ask);
  };
  const ask = (): void => {
    bytesAtPing = arrivals.bytes;
    if (socket.readyState === socket.OPEN) socket.ping();
    unreadAtPing = socket.bufferedAmount;
    cancel = clock.after(PONG_TIMEOUT_MS, checkPong);
  };
  const checkPong = (): void => {
    const unread = socket.bufferedAmount;
    const isSeen = socket.isPaused || arrivals.bytes > bytesAtPing || unread < unreadAtPing;
    stalledMs = isSeen ? 0 : stalledMs + PING_INTERVAL_MS + PONG_TIMEOUT_MS;
    if (isSeen || (unread > 0 && stalledMs < READ_TIMEOUT_MS)) wait();
    else socket.terminate();
  };
  const onPong = (): void => {
    stalledMs = 0;
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
