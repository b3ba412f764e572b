import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** @param isOnlyListener whether nobody else will answer what this one does not */
export type UpgradeListener = (
  request: IncomingMessage,
  stream: Duplex,
  head: Buffer,
  isOnlyListener: boolean,
) => void;

/** As Node has it since 24.9 and its types do not. */
interface ChoosingServer {
  shouldUpgradeCallback?: (request: IncomingMessage) => boolean;
}

/**
 * Has the server's upgrades to WebSocket answered. An offer of another protocol, such as the h2c that Java's client makes with every
 * request, is passed over, as HTTP has it; Node before 24.9 takes it for an upgrade.
 *
 * @returns a function that ends it
 */
export function takeUpgrades(server: Server, onUpgrade: UpgradeListener): () => void {
  const choosing: Server & ChoosingServer = server;
  const before = choosing.shouldUpgradeCallback;
  choosing.shouldUpgradeCallback = ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket';
  const listener = (request: IncomingMessage, stream: Duplex, head: Buffer): void =>
    onUpgrade(request, stream, head, server.listenerCount('upgrade') === 1);
  server.on('upgrade', listener);
  return () => {
    server.off('upgrade', listener);
    if (before === undefined) delete choosing.shouldUpgradeCallback;
    else choosing.shouldUpgradeCallback = before;
  };
}
