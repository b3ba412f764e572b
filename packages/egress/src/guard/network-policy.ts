import { isIP } from 'node:net';
import { SpeechError } from '@parlance/core/errors';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [Address, prefixBits: number];

/** Decides which addresses may be connected to. */
export interface NetworkPolicy {
  /** @param address an IPv4 or IPv6 address as text; anything else is refused */
  mayReach(address: string, port: number): boolean;
}

/** The network of all unicast addresses of today's IPv6 internet; the library has more unicast ranges. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * A public address that the hypervisor itself answers: Azure provides settings and keys there.
 * The metadata addresses of other clouds are link-local, shared or unique local, and thus refused by their range.
 */
const METADATA_NETWORKS: readonly Network[] = [ipaddr.parseCIDR('168.63.129.16/32')];

/**
 * @param allowNetworks CIDRs or single addresses that may be reached on any port
 * @param ports that may be reached on the rest of the public internet
 * @throws SpeechError `INVALID_CONFIG` for an invalid network
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

/** Treats an IPv4-mapped IPv6 address as the IPv4 address, to which the system would connect. */
function readAddress(text: string): Address | null {
  const plain = isIP(text) === 6 ? inGroups(text) : text;
  return isIP(plain) === 0 ? null : ipaddr.process(plain);
}

/** The library parses `::10.0.0.1`, the system's notation of `::a00:1`, like `::ffff:10.0.0.1`, which is another address. */
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
    // Falls through to the common message.
  }
  throw new SpeechError(
    'INVALID_CONFIG',
    `allowNetworks has ${JSON.stringify(text)}; each must be a network such as 10.1.0.0/16 or fd00:1::/48.`,
  );
}

/** The library also accepts `10` and `0x7f.1` as IPv4 addresses, which in a setting are more likely mistakes. */
function isWritten(text: string): boolean {
  return ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text);
}

function wholeAddress(text: string): Network {
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
