import { once } from 'node:events';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { CONNECT_ATTEMPT_TIMEOUT_MS } from '../egress-limits.ts';
import { type CheckHost, unreachable } from './check-host.ts';
import { serverNameOf, type Target } from './target-url.ts';

export interface ConnectionOptions {
  readonly checkHost: CheckHost;
  /** Absent: Node's own certificate authorities. */
  readonly secureContext: SecureContext | undefined;
  /** Aborts connecting. A connected socket belongs to the caller. */
  readonly signal: AbortSignal;
}

/**
 * Opens the connection of an exchange: resolves the addresses, checks all of them, and connects to one of those that were
 * checked. The name is not resolved again in between, so another answer cannot bypass the check.
 *
 * @throws SpeechError `AUDIO_FETCH_FAILED` for any reason
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
    // Try the next address if one does not answer.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: CONNECT_ATTEMPT_TIMEOUT_MS,
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

/** A lookup function for the socket that returns the checked addresses. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const [first] = answers;
    if (options.all || first === undefined) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}

async function ready(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  // Destroyed sockets may still emit errors, when nobody listens any more.
  socket.on('error', () => undefined);
  try {
    await once(socket, event, { signal });
  } catch (cause) {
    socket.destroy();
    throw cause;
  }
}
