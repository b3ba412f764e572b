import type { Readable } from 'node:stream';
import type { SecureContext } from 'node:tls';
import type { Clock } from '@parlance/core';
import { Client } from 'undici';
import { CONNECT_TIMEOUT_MS, HEADERS_TIMEOUT_MS } from '../egress-limits.ts';
import { guardedConnector } from '../guard/guarded-connector.ts';
import type { JudgeHost } from '../guard/judge-host.ts';
import type { Target } from '../guard/target-url.ts';
import { deadline, endedBy } from './deadline.ts';

/** What every exchange is made with. */
export interface Wiring {
  readonly clock: Clock;
  readonly judgeHost: JudgeHost;
  /** Absent: Node's own certificate authorities. */
  readonly secureContext: SecureContext | undefined;
}

export interface ExchangeRequest {
  readonly target: Target;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Ends the exchange at any moment, the reading of the body included. */
  readonly signal: AbortSignal;
}

/** An answer whose headers are there. Dispose of it, which closes its connection, whatever is still unread. */
export interface Reply extends AsyncDisposable {
  readonly status: number;
  /** Names in lower case; several of one name are joined by commas. */
  header(name: string): string | undefined;
  /** Reads from the connection only as fast as it is read. */
  readonly body: Readable;
}

export const USER_AGENT = 'Parlance';

/**
 * Sends one request over a connection of its own and waits for the answer's headers. Nothing is followed, decoded or tried
 * again, and no proxy of the environment is asked. A connection of its own means that each one is judged, and that none
 * breaks because a receiver closed it while it lay idle.
 *
 * @throws whatever went wrong; callers are not told what
 */
export async function exchange(request: ExchangeRequest, wiring: Wiring): Promise<Reply> {
  const { target, method, headers, body } = request;
  const { clock, judgeHost, secureContext } = wiring;
  using connecting = deadline(clock, CONNECT_TIMEOUT_MS, request.signal);
  const answering = new AbortController();
  let stopAnswerTimer: (() => void) | undefined;
  const client = new Client(target.url.origin, {
    connect: guardedConnector({
      judgeHost,
      secureContext,
      signal: connecting.signal,
      onConnected: () => {
        connecting[Symbol.dispose]();
        stopAnswerTimer = clock.after(HEADERS_TIMEOUT_MS, () => answering.abort());
      },
    }),
    // Ours count from the clock that tests turn, and to the millisecond.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const signal = AbortSignal.any([connecting.signal, answering.signal, request.signal]);
    const asked = client.request({
      method,
      path: target.url.pathname + target.url.search,
      headers: { 'user-agent': USER_AGENT, ...headers },
      body: body ?? null,
      signal,
      reset: true,
    });
    // The client hears of its signal only once it has a connection.
    const reply = await endedBy(signal, asked);
    // It breaks off when the connection is closed over it. Whoever reads it learns that from the reading.
    reply.body.on('error', () => undefined);
    return {
      status: reply.statusCode,
      header: (name) => reply.headers[name]?.toString(),
      body: reply.body,
      [Symbol.asyncDispose]: async () => await client.destroy(),
    };
  } catch (cause) {
    await client.destroy();
    throw cause;
  } finally {
    stopAnswerTimer?.();
  }
}
