import { once } from 'node:events';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import type { buildConnector } from 'undici';
import { type JudgeHost, unreachable } from './judge-host.ts';
import { serverNameOf } from './target-url.ts';

export interface ConnectorOptions {
  readonly judgeHost: JudgeHost;
  /** Absent: Node's own certificate authorities. */
  readonly secureContext: SecureContext | undefined;
  /** Ends a connection that is still being made. One that is ready belongs to who asked for it. */
  readonly signal: AbortSignal;
  readonly onConnected: () => void;
}

/**
 * Makes the one connection of an exchange: asks for the addresses, judges all of them, and connects to one of those it
 * judged. Nobody asks for the name again in between, so there is no moment at which another answer could slip in.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  let isUsed = false;
  return ({ hostname, port, protocol }, callback) => {
    const isSecure = protocol === 'https:';
    // A client whose connection broke early would ask for another one, and again.
    const socket = isUsed
      ? Promise.reject(unreachable())
      : connect(hostname, port === '' ? (isSecure ? 443 : 80) : Number(port), isSecure, options);
    isUsed = true;
    socket.then(
      (ready) => {
        options.onConnected();
        callback(null, ready);
      },
      (cause) => callback(unreachable(cause), null),
    );
  };
}

async function connect(
  host: string,
  port: number,
  isSecure: boolean,
  { judgeHost, signal, secureContext }: ConnectorOptions,
): Promise<Socket> {
  const addresses = await judgeHost(host, port);
  signal.throwIfAborted();
  const tcp = connectTcp({
    host,
    port,
    // Tries the next address soon where one is silent (RFC 8305).
    autoSelectFamily: true,
    noDelay: true,
    lookup: answerWith(addresses),
  });
  await ready(tcp, 'connect', signal);
  if (!isSecure) return tcp;
  const servername = serverNameOf(host);
  const tls = connectTls({
    socket: tcp,
    host,
    ...(servername !== undefined && { servername }),
    ALPNProtocols: ['http/1.1'],
    ...(secureContext !== undefined && { secureContext }),
  });
  await ready(tls, 'secureConnect', signal);
  return tls;
}

/** What was judged, handed to the system as if it had asked. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const [first] = answers;
    if (options.all || first === undefined) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}

async function ready(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  // Destroyed sockets may still say what was wrong with them; by then nobody listens.
  socket.on('error', () => undefined);
  try {
    await once(socket, event, { signal });
  } catch (cause) {
    socket.destroy();
    throw cause;
  }
}
