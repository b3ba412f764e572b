import { isIP } from 'node:net';

/** The target of an address, as far as it is known without resolving the name. */
export interface Target {
  readonly url: URL;
  readonly isSecure: boolean;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Parses an address that a caller named. The URL parser normalizes all notations: `0x7f.1`, `2130706433` and
 * circled digits become `127.0.0.1` here, so that the checked address is the one that is connected to.
 *
 * @param base for relative addresses: the address that redirected
 * @returns `null` for an address that is not http or https, or has a user name
 */
export function readTarget(text: string, base?: URL): Target | null {
  const url = base === undefined ? URL.parse(text) : URL.parse(text, base.href);
  const defaultPort = url === null ? undefined : DEFAULT_PORTS[url.protocol];
  if (url === null || defaultPort === undefined || url.username !== '' || url.password !== '') return null;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    url,
    isSecure: url.protocol === 'https:',
    host,
    port: url.port === '' ? defaultPort : Number(url.port),
  };
}

/** @returns the server name for TLS and the check of the certificate; `undefined` for an IP address, which is checked as one */
export function serverNameOf(host: string): string | undefined {
  return isIP(host) === 0 ? host.replace(/\.$/, '') : undefined;
}
