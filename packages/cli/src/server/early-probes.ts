import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { ServerSettings } from '@parlance/core/settings';
import type { TlsKeyPair } from '@parlance/http';

export interface EarlyProbes {
  /** Sets what `/readyz` reports from now on. The first call starts to listen. */
  tell(problem: string): void;
  /** Frees the port for the server. Safe to call twice. */
  end(): Promise<void>;
}

/**
 * Answers probes on the server's port while the tables are migrated, which may take an hour: `/healthz` reports that the process is alive,
 * all other paths that it is not ready. Without an answer an orchestrator would kill the process in the middle of a step. If the port is not
 * available, nothing is answered; the server itself reports the error when it starts to listen.
 */
export function earlyProbes(
  { host, port }: Pick<ServerSettings, 'host' | 'port'>,
  tls: TlsKeyPair | undefined,
): EarlyProbes {
  let told: string | undefined;
  let begun: Promise<unknown> | undefined;
  const answer: RequestListener = (request, response) => {
    const isLive = request.url?.split('?')[0] === '/healthz';
    const body = isLive ? { status: 'ok' } : { status: 'not ready', problems: [told] };
    response.writeHead(isLive ? 200 : 503, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify(body));
  };
  const server = tls === undefined ? createServer(answer) : createTlsServer(tls, answer);
  return {
    tell(problem) {
      // With port 0 nobody knows yet which port to probe.
      if (port !== 0) begun ??= once(server.listen({ host, port }), 'listening').catch(() => undefined);
      told = problem;
    },
    async end() {
      await begun;
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
