import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { noSuchAddress, refuseUpgrade } from './refuse-upgrade.ts';
import { targetOf } from './request-target.ts';

/** The handler of upgrades to one path. */
export interface UpgradeRoute {
  readonly path: string;
  readonly logger: { info(facts: object, message: string): void } | undefined;
  take(request: IncomingMessage, stream: Duplex, head: Buffer): void;
}

/** An option of Node since 24.9 that its types lack. */
interface ChoosingServer {
  shouldUpgradeCallback?: (request: IncomingMessage) => boolean;
}

/** Endpoints of a server share a listener, which knows all of their paths. */
interface Router {
  readonly routes: UpgradeRoute[];
  readonly end: () => void;
}
const routers = new WeakMap<Server, Router>();

/**
 * Handles a server's WebSocket upgrades on one path. Upgrades to other paths get 404, unless there are other listeners
 * for upgrades: then they are left to these.
 *
 * @returns a function that stops this
 */
export function takeUpgrades(server: Server, route: UpgradeRoute): () => void {
  const router = routers.get(server) ?? openRouter(server);
  routers.set(server, router);
  router.routes.push(route);
  return () => {
    const at = router.routes.indexOf(route);
    if (at !== -1) router.routes.splice(at, 1);
    if (router.routes.length > 0) return;
    routers.delete(server);
    router.end();
  };
}

/**
 * Offers of other protocols, such as h2c in every request of Java's client, are ignored, as HTTP specifies; Node
 * before 24.9 treats them as upgrades.
 */
function openRouter(server: Server): Router {
  const routes: UpgradeRoute[] = [];
  const choosing: Server & ChoosingServer = server;
  const before = choosing.shouldUpgradeCallback;
  choosing.shouldUpgradeCallback = ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket';
  const listener = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    // Node does not listen for errors any more, and an error without a listener would end the process, even if nobody handles the request.
    stream.on('error', () => undefined);
    const { path } = targetOf(request);
    const route = routes.find((one) => one.path === path);
    if (route !== undefined) route.take(request, stream, head);
    else if (server.listenerCount('upgrade') === 1) {
      const refusal = noSuchAddress(routes.map((one) => one.path));
      refuseUpgrade(request, stream, { refusal, logger: routes[0]?.logger });
    }
  };
  server.on('upgrade', listener);
  return {
    routes,
    end() {
      server.off('upgrade', listener);
      if (before === undefined) delete choosing.shouldUpgradeCallback;
      else choosing.shouldUpgradeCallback = before;
    },
  };
}
