import { once } from 'node:events';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { type CheckHost, unreachable } from './check-host.ts';
import { serverNameOf, type Target } from './target-url.ts';

export interface ConnectionOptions {
  readonly checkHost: CheckHost;
  /** Absent: Node's own certificate authorities. */
  readonly secureContext: SecureContext | undefined;
  /** Ends a connection that is still being made. One that is ready belongs to who asked for it. */
  readonly signal: AbortSignal;
}

/**
 * Makes the one connection of an exchange: asks for the addresses, checks all of them, and connects to one of those it
 * checked. Nobody asks for the name again in between, so there is no moment at which another answer could slip in.
 *
 * @throws SpeechError `AUDIO_FETCH_FAILED`, whatever kept us from there
 */
export async function connectGuarded(target: Target, options: ConnectionOptions): Promise<Socket> {
  try {
    return await connect(target, options);
  } catch (cause) {
    throw unreachable(cause);
  }
}

async function connect(
  { host, port, isSecure }: Target,
  { checkHost, signal, secureContext }: ConnectionOptions,
): Promise<Socket> {
  const addresses = await checkHost(host, port);
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

/** What was checked, handed to the system as if it had asked. */
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
