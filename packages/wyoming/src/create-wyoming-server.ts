import { createTcpEndpoint, type TcpEndpoint } from '@parlance/sockets';
import { errorData } from './errors.ts';
import { frameBytes } from './frame.ts';
import {
  DEFAULT_MAX_CONNECTIONS,
  GIVE_UP_ABOVE_BYTES,
  IDLE_TIMEOUT_MS,
  type WyomingOptions,
} from './options.ts';
import { WyomingConnection } from './wyoming-connection.ts';

/**
 * Home Assistant's Wyoming protocol on a separate port. Everybody who can reach the port uses the app, since the protocol has no authentication.
 *
 * @example
 * const wyoming = createWyomingServer({ service: speech.service, appId: app.appId });
 * await wyoming.listen({ host: '127.0.0.1', port: 10300 });
 */
export function createWyomingServer(options: WyomingOptions): TcpEndpoint {
  const { clock, logger, maxConnections = DEFAULT_MAX_CONNECTIONS } = options;
  return createTcpEndpoint({
    name: 'Wyoming',
    field: 'wyoming.port',
    subject: 'wyoming connection',
    maxConnections,
    clock,
    logger,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    giveUpAboveBytes: GIVE_UP_ABOVE_BYTES,
    open: (client) => new WyomingConnection(options, client),
    refusal: (error) => frameBytes('error', errorData(error)),
  });
}
