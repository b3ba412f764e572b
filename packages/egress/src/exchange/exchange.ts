import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as startRequest } from 'node:http';
import type { Readable } from 'node:stream';
import type { SecureContext } from 'node:tls';
import type { Clock } from '@parlance/core/platform';
import { CONNECT_TIMEOUT_MS } from '../egress-limits.ts';
import type { CheckHost } from '../guard/check-host.ts';
import { connectGuarded } from '../guard/guarded-connection.ts';
import type { Target } from '../guard/target-url.ts';
import { deadline, endedBy } from './deadline.ts';

/** What every exchange is made with. */
export interface Wiring {
  readonly clock: Clock;
  readonly checkHost: CheckHost;
  /** Absent: Node's own certificate authorities. */
  readonly secureContext: SecureContext | undefined;
}

export interface ExchangeRequest {
  readonly target: Target;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** From the ready connection to the end of the answer's headers, in milliseconds. */
  readonly headersWithinMs: number;
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
 * again, and no proxy of the environment is asked. A connection of its own means that each one is checked, and that none
 * breaks because a receiver closed it while it lay idle.
 *
 * @throws whatever went wrong; callers are not told what
 */
export async function exchange(request: ExchangeRequest, wiring: Wiring): Promise<Reply> {
  const { target, method, headers, body } = request;
  const { clock } = wiring;
  const socket = await connectWithin(CONNECT_TIMEOUT_MS, request, wiring);
  const started = startRequest({
    createConnection: () => socket,
    method,
    path: target.url.pathname + target.url.search,
    headers: {
      host: target.url.host,
      connection: 'close',
      'user-agent': USER_AGENT,
      ...headers,
    },
    signal: request.signal,
  });
  // What breaks once the answer's headers are there shows to whoever reads its body.
  started.on('error', () => undefined);
  using answering = deadline(clock, request.headersWithinMs);
  try {
    const reply = await endedBy(answering.signal, answerTo(started.end(body)));
    // It breaks off when the connection is closed over it. Whoever reads it learns that from the reading.
    reply.on('error', () => undefined);
    return {
      status: reply.statusCode ?? 0,
      header: (name) => reply.headers[name]?.toString(),
      body: reply,
      [Symbol.asyncDispose]: async () => void reply.destroy(),
    };
  } catch (cause) {
    started.destroy();
    throw cause;
  }
}

async function connectWithin(
  timeoutMs: number,
  { target, signal }: ExchangeRequest,
  { clock, checkHost, secureContext }: Wiring,
) {
  using connecting = deadline(clock, timeoutMs, signal);
  return await endedBy(
    connecting.signal,
    connectGuarded(target, { checkHost, secureContext, signal: connecting.signal }),
  );
}

async function answerTo(started: ClientRequest): Promise<IncomingMessage> {
  const [reply] = (await once(started, 'response')) as [IncomingMessage];
  return reply;
}
