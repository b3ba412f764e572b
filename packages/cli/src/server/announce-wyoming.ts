import { hostname, networkInterfaces } from 'node:os';
import type { ServiceOptions } from '@homebridge/ciao';
import type { Logger } from 'pino';
import type { UndoList } from './undo-list.ts';

/** Addresses that stand for all of the machine's. */
const WILDCARDS = new Set(['0.0.0.0', '::']);

interface AnnounceWyomingOptions {
  /** Where Wyoming is spoken. */
  readonly at: { readonly address: string; readonly port: number };
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Is to say goodbye to the network. */
  readonly undo: Pick<UndoList, 'defer'>;
}

/**
 * Tells the local network of the port by multicast DNS (zeroconf), as `_wyoming._tcp`, where Home Assistant finds it. Returns at once: that
 * the name is free is known after about a second. A network that can't be told is logged and harms nothing else.
 */
export async function announceWyoming({
  at: { address, port },
  logger,
  undo,
}: AnnounceWyomingOptions): Promise<void> {
  const ciao = await import('@homebridge/ciao');
  const responder = ciao.getResponder();
  undo.defer(() => responder.shutdown());
  const service: ServiceOptions = {
    name: `Parlance on ${hostname()}`,
    type: 'wyoming',
    port,
    restrictedAddresses: WILDCARDS.has(address) ? reachableInterfaces() : [address],
    disabledIpv6: address === '0.0.0.0',
  };
  const announce = async (): Promise<string> => {
    const announced = responder.createService(service);
    await announced.advertise();
    return announced.getFQDN();
  };
  announce().then(
    (name) => logger.info({ name }, 'The network is told of the Wyoming port.'),
    (err: unknown) => logger.warn({ err }, 'The network could not be told of the Wyoming port.'),
  );
}

/** Names of those that lead beyond this machine. */
function reachableInterfaces(): string[] {
  return Object.entries(networkInterfaces()).flatMap(([name, addresses]) =>
    addresses?.some(({ internal }) => !internal) ? [name] : [],
  );
}
