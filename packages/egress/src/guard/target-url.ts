import { isIP } from 'node:net';

/** Where an address leads, as far as it can be told without asking for the name. */
export interface Target {
  readonly url: URL;
  readonly isSecure: boolean;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Reads an address that a caller named. The URL parser makes one spelling of all there are: `0x7f.1`, `2130706433` and
 * circled digits become `127.0.0.1` here, so what is checked later is what is connected to.
 *
 * @param base what a relative address is relative to: that of the redirect it came in
 * @returns `null` for what is no http or https address, or names a user
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

/** @returns what TLS asks for and checks the certificate against; absent for an address, which is checked as one. */
export function serverNameOf(host: string): string | undefined {
  return isIP(host) === 0 ? host.replace(/\.$/, '') : undefined;
}
