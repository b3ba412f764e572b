import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { SpeechError } from '@parlance/core/errors';
import type { FastifyInstance } from 'fastify';
import { createSpeechApp, type SpeechServerOptions, type TlsKeyPair } from './create-speech-app.ts';
import { drainServer } from './drain-server.ts';

export interface ListenAddress {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** 0: any free port. */
  readonly port: number;
}

export interface ListeningAt {
  readonly host: string;
  readonly port: number;
  readonly url: string;
}

/** A standalone server with all endpoints. */
export interface SpeechServer {
  /** For whatever else shares the port; must be extended before {@link listen}. */
  readonly fastify: FastifyInstance;
  /** @throws SpeechError `INVALID_CONFIG` if the address is not available */
  listen(address: ListenAddress): Promise<ListeningAt>;
  /**
   * Also listens on a free loopback port, in plain HTTP, for commands on this machine, for which no certificate is issued.
   *
   * @returns its address
   */
  listenLocally(): Promise<string>;
  /** New connections get this certificate. Without TLS it changes nothing. */
  setTls(pair: TlsKeyPair): void;
  /** From now on `/readyz` answers 503, so that load balancers send callers elsewhere, but requests are answered. */
  leave(): void;
  /**
   * Shuts down gracefully: new work is refused with 503 and `Connection: close`, idle connections are closed, live
   * requests may end. After `timeoutMs` the rest is cut off and its work aborted. Then the server is closed.
   *
   * @param others what else on this port must end first, such as live sessions: until then new work still gets its answer
   */
  drain(timeoutMs: number, others?: Promise<unknown>): Promise<void>;
  /** Shuts down at once: live requests are cut off and their work aborted. Safe to call twice. */
  close(): Promise<void>;
}

/** Creates a server that does not listen yet. */
export async function createSpeechServer(options: SpeechServerOptions): Promise<SpeechServer> {
  const { app, live } = await createSpeechApp(options);
  const local = createServer((request, response) => app.routing(request, response));
  const end = async (timeoutMs: number, others?: Promise<unknown>): Promise<void> => {
    await drainServer(app, live, timeoutMs, others);
    local.close();
    local.closeAllConnections();
  };
  return {
    fastify: app,
    async listen({ host = '127.0.0.1', port }) {
      try {
        await app.listen({ host, port });
      } catch (cause) {
        throw listenFailed(host, port, cause);
      }
      const bound = app.server.address() as AddressInfo;
      const shown = isIPv6(bound.address) ? `[${bound.address}]` : bound.address;
      return {
        host: bound.address,
        port: bound.port,
        url: `${options.tls ? 'https' : 'http'}://${shown}:${bound.port}`,
      };
    },
    async listenLocally() {
      local.listen({ host: LOOPBACK, port: 0 });
      await once(local, 'listening');
      return `http://${LOOPBACK}:${(local.address() as AddressInfo).port}`;
    },
    setTls(pair) {
      if (app.server instanceof TlsServer) app.server.setSecureContext(pair);
    },
    leave: () => live.leave(),
    drain: end,
    close: () => end(0),
  };
}

const LOOPBACK = '127.0.0.1';

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there; choose another port, or 0 for any free one',
  EACCES: 'this user may not listen there; choose a port from 1024 up',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'this machine has no such address',
};

function listenFailed(host: string, port: number, cause: unknown): SpeechError {
  const code = String((cause as NodeJS.ErrnoException).code);
  return new SpeechError(
    'INVALID_CONFIG',
    `The server can't listen on ${host} port ${port}: ${REASONS[code] ?? code}.`,
    { host, port },
    { cause },
  );
}
