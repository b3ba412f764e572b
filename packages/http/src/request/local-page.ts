import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** The only names that no resolver decides about: what else leads here may have been pointed here by anybody (DNS rebinding). */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Headers that browsers do not send and that proxies add: `X-Forwarded-For` and its kind, those of content networks and tunnels.
 * Of the many that begin with `X-`, no browser sends one unless a page asks it to, and ours does not.
 */
const ADDED_ON_THE_WAY = /^(?:forwarded|via|cdn-loop|proxy-.*|x-.*|cf-.*|tailscale-.*|.*-client-ip)$/;

type Request = Pick<IncomingMessage, 'headers' | 'headersDistinct' | 'httpVersion' | 'url'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/**
 * Whether a request comes from a page of this server, opened in a browser on this machine under a loopback address. What speaks
 * against it is enough to say no: another site, a name that was pointed here, a proxy, a program that does not pretend to be a browser.
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
    // Proxies speak HTTP/1.0 or close each connection, where browsers keep it, and name the address whole.
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
  // An IPv6 socket tells IPv4 callers by mapped addresses, which BlockList takes for those that they stand for.
  return LOOPBACK.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}
