import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { noSuchAddress, refuseUpgrade } from './refuse-upgrade.ts';
import { targetOf } from './request-target.ts';

/** Who answers upgrades to one path. */
export interface UpgradeRoute {
  readonly path: string;
  readonly logger: { info(facts: object, message: string): void } | undefined;
  take(request: IncomingMessage, stream: Duplex, head: Buffer): void;
}

/** As Node has it since 24.9 and its types do not. */
interface ChoosingServer {
  shouldUpgradeCallback?: (request: IncomingMessage) => boolean;
}

/** Endpoints of one server share a listener, so that it is known which paths none of them answers. */
interface Router {
  readonly routes: UpgradeRoute[];
  readonly end: () => void;
}
const routers = new WeakMap<Server, Router>();

/**
 * Has a server's upgrades to WebSocket on one path answered. Those to paths that nobody answers get 404, unless somebody else listens
 * for upgrades too: then they are left to that listener.
 *
 * @returns a function that ends it
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
 * An offer of another protocol, such as the h2c that Java's client makes with every request, is passed over, as HTTP has it; Node
 * before 24.9 takes it for an upgrade.
 */
function openRouter(server: Server): Router {
  const routes: UpgradeRoute[] = [];
  const choosing: Server & ChoosingServer = server;
  const before = choosing.shouldUpgradeCallback;
  choosing.shouldUpgradeCallback = ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket';
  const listener = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    // Node listens no more, and an error without a listener would end the process: also where nobody takes the request.
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
