import { networkInterfaces } from 'node:os';
import { systemClock } from '@parlance/core/platform';
import type { Egress } from '@parlance/core/requests';
import { createEgress, type EgressOptions } from '@parlance/egress';
import { type DnsStub, dnsStub } from './dns-stub.ts';
import { hostileUrls, STUB_NAMES } from './hostile-urls.ts';
import { type LoopbackServer, tcpServer } from './loopback-server.ts';

/** The only allowed address, where redirects start. Only on Linux do all addresses of 127.0.0.0/8 belong to this machine. */
export const GATE = '127.0.0.99';
export const PUBLIC = '93.184.216.34';
export const hasLoopbackNetwork = process.platform === 'linux';
if (!hasLoopbackNetwork)
  console.log(`Redirects to forbidden addresses are not tested: no ${GATE} on this system.`);

/** This machine as a malicious caller sees it: internal services, names that lead there, and redirects. */
export interface GuardedMachine extends AsyncDisposable {
  /** Listens on every address of this machine, and answers like an internal service. */
  readonly inside: LoopbackServer;
  readonly dns: DnsStub;
  readonly redirects: LoopbackServer;
  readonly urls: readonly string[];
  egressWith(options: Partial<EgressOptions>): Egress;
  /** @returns an address that redirects to `url` in so many steps */
  afterHops(hops: number, url: string): string;
}

export async function guardedMachine(): Promise<GuardedMachine> {
  const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
    list?.some(({ family }) => family === 'IPv6'),
  );
  const inside = await tcpServer(
    (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret')),
    hasIpv6 ? '::' : '0.0.0.0',
  );
  const dns = await dnsStub(ZONE);
  const redirects = await redirectServer();
  return {
    inside,
    dns,
    redirects,
    urls: hostileUrls(inside.port),
    egressWith: (options) =>
      createEgress({
        clock: systemClock,
        ports: [80, 443, inside.port],
        resolveName: dns.resolveName,
        ...options,
      }),
    afterHops: (hops, url) => `${redirects.origin}/${hops}/${encodeURIComponent(url)}`,
    async [Symbol.asyncDispose]() {
      await Promise.all([inside, dns, redirects].map(async (server) => await server[Symbol.asyncDispose]()));
    },
  };
}

const ZONE = {
  [STUB_NAMES.loopback]: () => ({ addresses: ['127.0.0.1'] }),
  [STUB_NAMES.loopback6]: () => ({ addresses: ['::1'] }),
  [STUB_NAMES.mapped]: () => ({ addresses: ['::ffff:127.0.0.1'] }),
  [STUB_NAMES.compatible]: () => ({ addresses: ['::127.0.0.1'] }),
  [STUB_NAMES.metadata]: () => ({ addresses: ['169.254.169.254'] }),
  [STUB_NAMES.mixedFirst]: () => ({ addresses: ['127.0.0.1', PUBLIC] }),
  [STUB_NAMES.mixedLast]: () => ({ addresses: [PUBLIC, '127.0.0.1'] }),
  [STUB_NAMES.mixedFamily]: () => ({ addresses: [PUBLIC, '::1'] }),
  [STUB_NAMES.alias]: () => ({ cname: 'deep.inside.test', addresses: ['127.0.0.1'] }),
  [STUB_NAMES.rebound]: (asked: number) => ({
    addresses: [asked % 2 === 0 ? PUBLIC : '127.0.0.1', '127.0.0.1'],
  }),
  [STUB_NAMES.empty]: () => ({ addresses: [] }),
  // Public when it is checked at acceptance, internal when it is connected to; and vice versa for an allowed one.
  'turns.test': (asked: number) => ({ addresses: [asked === 0 ? PUBLIC : '127.0.0.1'] }),
  'turns-away.test': (asked: number) => ({ addresses: [asked === 0 ? GATE : '127.0.0.1'] }),
};

async function redirectServer(): Promise<LoopbackServer> {
  return await tcpServer(
    (socket) => {
      socket.setEncoding('utf8').once('data', (head: string) => {
        const [, hops = '0', target = ''] = /^\w+ \/(\d)\/(\S+)/.exec(head) ?? [];
        const location = Number(hops) > 1 ? `/${Number(hops) - 1}/${target}` : decodeURIComponent(target);
        socket.end(`HTTP/1.1 307 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
      });
    },
    hasLoopbackNetwork ? GATE : '127.0.0.1',
  );
}

/** Addresses that a Location header can contain, and that are not relative, like `http:a`. */
export function redirectable(urls: readonly string[]): readonly string[] {
  const isAbsolute = (url: string): boolean => /^\s*[a-z-]+:/i.test(url) && !/^http:\/?[^\\/]/i.test(url);
  return urls.filter((url) => isAbsolute(url) && !/[\r\n\0]/.test(url));
}

/** @throws SpeechError `AUDIO_FETCH_FAILED`, as expected */
export async function readFrom(egress: Egress, url: string): Promise<Uint8Array[]> {
  return await Array.fromAsync(egress.fetchRecording(url, { maxBytes: 1_000 }));
}
