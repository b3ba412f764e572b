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

/** The configuration of all exchanges. */
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
  /** The limit from the connected socket to the end of the answer's headers, in milliseconds. */
  readonly headersWithinMs: number;
  /** Aborts the exchange at any time, including while the body is read. */
  readonly signal: AbortSignal;
}

/** An answer whose headers have arrived. Disposing it closes its connection, even if the body is not read completely. */
export interface Reply extends AsyncDisposable {
  readonly status: number;
  /** @param name in lower case @returns several headers with the same name are joined by commas */
  header(name: string): string | undefined;
  /** Reads from the connection only as fast as the body is consumed. */
  readonly body: Readable;
}

export const USER_AGENT = 'Parlance';

/**
 * Sends a request over a new connection and waits for the answer's headers. It does not follow redirects, decode content or retry,
 * and ignores proxies of the environment. With a new connection each time, every connection is checked, and none
 * breaks because the receiver closed it while it was idle.
 *
 * @throws any error; it must not be reported to callers
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
  // Errors after the answer's headers are reported to the reader of the body.
  started.on('error', () => undefined);
  using answering = deadline(clock, request.headersWithinMs);
  try {
    const reply = await endedBy(answering.signal, answerTo(started.end(body)));
    // Emitted if the connection is closed before the body is complete; the reader gets the error as well.
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
