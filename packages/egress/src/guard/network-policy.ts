import { isIP } from 'node:net';
import { SpeechError } from '@parlance/core/errors';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [Address, prefixBits: number];

/** Which addresses may be connected to. */
export interface NetworkPolicy {
  /** @param address an IPv4 or IPv6 address as text; anything else may not be reached */
  mayReach(address: string, port: number): boolean;
}

/** All that is unicast in the IPv6 internet of today lies in here; the library calls more than that unicast. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Public by its number, yet answered by the hypervisor under the machine itself: Azure hands out settings and keys there.
 * The other clouds' metadata addresses are link-local, shared or unique local, and so refused by their range.
 */
const METADATA_NETWORKS: readonly Network[] = [ipaddr.parseCIDR('168.63.129.16/32')];

/**
 * @param allowNetworks CIDRs, or single addresses, that may be reached on any port
 * @param ports what may be reached everywhere else in the public internet
 * @throws SpeechError `INVALID_CONFIG` for a network that is none
 */
export function networkPolicy(allowNetworks: readonly string[], ports: readonly number[]): NetworkPolicy {
  const allowed = allowNetworks.map(parseNetwork);
  return {
    mayReach(text, port) {
      const address = readAddress(text);
      if (address === null) return false;
      if (allowed.some((network) => contains(network, address))) return true;
      return ports.includes(port) && isPublic(address);
    },
  };
}

/** An IPv4 address in IPv6 clothes is what it is underneath: the system connects to that one. */
function readAddress(text: string): Address | null {
  const plain = isIP(text) === 6 ? inGroups(text) : text;
  return isIP(plain) === 0 ? null : ipaddr.process(plain);
}

/** The library reads `::10.0.0.1`, as the system spells `::a00:1`, as if it were `::ffff:10.0.0.1`, which leads elsewhere. */
function inGroups(text: string): string {
  return URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) ?? '';
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (METADATA_NETWORKS.some((network) => contains(network, address))) return false;
  return address.kind() === 'ipv4' || contains(GLOBAL_UNICAST, address);
}

function contains([network, prefixBits]: Network, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, prefixBits);
}

const MAPPED_PREFIX_BITS = 96;

function parseNetwork(text: string): Network {
  try {
    const [address, bits] = text.includes('/') ? ipaddr.parseCIDR(text) : wholeAddress(text);
    if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_PREFIX_BITS) {
      return [address.toIPv4Address(), bits - MAPPED_PREFIX_BITS];
    }
    if (isWritten(text.replace(/\/.*/, ''))) return [address, bits];
  } catch {
    // Falls through to the one message.
  }
  throw new SpeechError(
    'INVALID_CONFIG',
    `allowNetworks has ${JSON.stringify(text)}; each must be a network such as 10.1.0.0/16 or fd00:1::/48.`,
  );
}

/** The library also takes `10` and `0x7f.1` for IPv4 addresses; whoever wrote that into a setting meant something else. */
function isWritten(text: string): boolean {
  return ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text);
}

function wholeAddress(text: string): Network {
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
