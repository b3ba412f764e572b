import { hostname, networkInterfaces } from 'node:os';
import type { ServiceOptions } from '@homebridge/ciao';
import type { Logger } from 'pino';
import type { UndoList } from './undo-list.ts';

/** Addresses that mean every network interface. */
const WILDCARDS = new Set(['0.0.0.0', '::']);

interface AnnounceWyomingOptions {
  /** Address and port of the Wyoming endpoint. */
  readonly at: { readonly address: string; readonly port: number };
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Withdraws the announcement when the server ends. */
  readonly undo: Pick<UndoList, 'defer'>;
}

/**
 * Announces the port to the local network by multicast DNS (zeroconf), as `_wyoming._tcp`, where Home Assistant finds it. Returns before the
 * announcement is out, since checking that the name is free takes about a second. A failure is logged and stops nothing else.
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
    (name) => logger.info({ name }, 'The Wyoming port is announced to the local network.'),
    (err: unknown) => logger.warn({ err }, 'The Wyoming port could not be announced to the local network.'),
  );
}

/** Names of the network interfaces that other machines can reach. */
function reachableInterfaces(): string[] {
  return Object.entries(networkInterfaces()).flatMap(([name, addresses]) =>
    addresses?.some(({ internal }) => !internal) ? [name] : [],
  );
}
