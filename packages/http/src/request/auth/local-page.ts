import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** The only names that need no resolver: anybody may point any other name to this address (DNS rebinding). */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Headers that proxies, content networks and tunnels add and browsers do not send, such as `X-Forwarded-For`.
 * Browsers send headers that begin with `X-` only if a page requests it, and ours does not.
 */
const ADDED_ON_THE_WAY = /^(?:forwarded|via|cdn-loop|proxy-.*|x-.*|cf-.*|tailscale-.*|.*-client-ip)$/;

type Request = Pick<IncomingMessage, 'headers' | 'headersDistinct' | 'httpVersion' | 'url'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/**
 * Whether a request comes from a page of this server, opened in a browser on this machine under a loopback address. Any sign of
 * something else makes it false: another site, a name that points here, a proxy, a program that does not pretend to be a browser.
 */
export function isLocalPage(request: Request): boolean {
  const { headers, headersDistinct, httpVersion, socket, url } = request;
  const { host = '' } = headers;
  return (
    isLoopbackAddress(socket.remoteAddress) &&
    isLoopbackHost(host) &&
    headersDistinct.host?.length === 1 &&
    headers['sec-fetch-site'] === 'same-origin' &&
    headers.origin === `http://${host.toLowerCase()}` &&
    // Proxies use HTTP/1.0 or close each connection, which browsers keep open, and may send absolute addresses.
    httpVersion === '1.1' &&
    headers.connection?.toLowerCase() !== 'close' &&
    url?.startsWith('/') === true &&
    !Object.keys(headers).some((name) => ADDED_ON_THE_WAY.test(name))
  );
}

/** @param host of a `Host` header or a URL, with or without a port */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

function isLoopbackAddress(address: string | undefined): boolean {
  if (address === undefined) return false;
  // An IPv6 socket reports IPv4 callers by mapped addresses, which BlockList treats like the IPv4 addresses.
  return LOOPBACK.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}
