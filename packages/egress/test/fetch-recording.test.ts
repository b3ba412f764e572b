import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import * as tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { systemClock } from '@parlance/core/platform';
import type { Egress } from '@parlance/core/requests';
import { createEgress } from '@parlance/egress';
import { manualClock } from '@parlance/testkit';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { httpServer, LOOPBACK, type LoopbackServer, listen, tcpServer } from './support/loopback-server.ts';

const MAX_BYTES = 1_000_000;
/** The common text for all reasons why the recording's server was not reached. */
const UNREACHABLE = {
  code: 'AUDIO_FETCH_FAILED',
  message: 'The address could not be reached, or did not answer in time.',
};

let egress: Egress;
beforeEach(() => {
  egress = createEgress({ clock: systemClock, allowNetworks: LOOPBACK });
});
afterEach(async () => await egress.close());

async function fetchAll(url: string, from: Egress = egress, maxBytes = MAX_BYTES): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(from.fetchRecording(url, { maxBytes })));
}

/** A server that redirects as the address says: `/to?<status>,<location>`. */
async function redirector(): Promise<LoopbackServer> {
  return await httpServer((request, response) => {
    const [, status, location = ''] = /\?(\d+),(.*)$/.exec(decodeURIComponent(request.url ?? '')) ?? [];
    response.writeHead(Number(status), { location }).end('moved');
  });
}
const via = (server: LoopbackServer, location: string, status = 302): string =>
  `${server.origin}/to?${status},${encodeURIComponent(location)}`;

describe('a recording', () => {
  it('is fetched byte for byte, without content encoding', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    const asked = Promise.withResolvers<NodeJS.Dict<string | string[]>>();
    await using server = await httpServer((request, response) => {
      asked.resolve({ ...request.headers, target: `${request.method} ${request.url}` });
      response.end(bytes);
    });
    expect((await fetchAll(`${server.origin}/a%20b.wav?x=1#t`)).equals(bytes)).toBe(true);
    expect(await asked.promise).toMatchObject({
      target: 'GET /a%20b.wav?x=1',
      'accept-encoding': 'identity',
      'user-agent': 'Parlance',
    });
  });

  it('is requested at the first pull, and aborted when its reader leaves', async () => {
    const closed = Promise.withResolvers<void>();
    await using server = await httpServer((_, response) => {
      response.on('close', () => closed.resolve());
      response.write(Buffer.alloc(1_000));
    });
    const bytes = egress.fetchRecording(server.origin, { maxBytes: MAX_BYTES });
    expect(server.connections()).toBe(0);
    for await (const _ of bytes) break;
    await closed.promise;
  });

  it.each([
    [
      'with its length',
      (bytes: Buffer) => `HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length}\r\nConnection: close`,
    ],
    ['without one', () => 'HTTP/1.0 200 OK'],
  ])('is complete from a server that then closes, however slowly it is read: %s', async (_, headOf) => {
    const bytes = Buffer.from(Array.from({ length: 400_000 }, (_, index) => index % 251));
    await using server = await tcpServer((socket) => {
      socket.once('data', () => {
        socket.write(`${headOf(bytes)}\r\n\r\n`);
        socket.end(bytes);
      });
    });
    const pieces: Uint8Array[] = [];
    for await (const piece of egress.fetchRecording(server.origin, { maxBytes: MAX_BYTES })) {
      pieces.push(piece);
      // Lets the end of the connection arrive while pieces wait to be read.
      await delay(5);
    }
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  });

  it('is sent no faster than it is read', async () => {
    let sentBytes = 0;
    await using server = await httpServer((request, response) => {
      if (request.url !== '/long') return void response.end();
      Readable.from(
        (function* () {
          for (; sentBytes < 256 * 1_048_576; sentBytes += 65_536) yield Buffer.alloc(65_536);
        })(),
      ).pipe(response);
    });
    for await (const _ of egress.fetchRecording(`${server.origin}/long`, { maxBytes: 1e9 })) {
      // Enough time for all of it to arrive, if it were read ahead.
      for (let lap = 0; lap < 100; lap++) await fetchAll(`${server.origin}/lap`);
      break;
    }
    expect(sentBytes).toBeLessThan(32 * 1_048_576);
  });

  it('may have as many bytes as the limit, and not one more, with or without a content length', async () => {
    await using server = await httpServer((request, response) => {
      const bytes = Buffer.alloc(Number(request.url?.slice(2)));
      if (request.url?.startsWith('/c')) response.write(bytes);
      response.end(request.url?.startsWith('/c') ? '' : bytes);
    });
    for (const way of ['c', 'l']) {
      expect(await fetchAll(`${server.origin}/${way}1000`, egress, 1_000)).toHaveLength(1_000);
      await expect(fetchAll(`${server.origin}/${way}1001`, egress, 1_000)).rejects.toMatchObject({
        code: 'AUDIO_TOO_LARGE',
        details: { maxBytes: 1_000 },
      });
    }
  });

  it('is counted while it arrives: of an endless one, no more than the limit is returned', async () => {
    await using server = await httpServer((_, response) => {
      const write = (): void => {
        while (response.write(Buffer.alloc(65_536)));
        response.once('drain', write);
      };
      write();
    });
    let handedBytes = 0;
    const read = async (): Promise<void> => {
      for await (const chunk of egress.fetchRecording(server.origin, { maxBytes: MAX_BYTES }))
        handedBytes += chunk.length;
    };
    await expect(read()).rejects.toMatchObject({ code: 'AUDIO_TOO_LARGE' });
    expect(handedBytes).toBeLessThanOrEqual(MAX_BYTES);
    expect(handedBytes).toBeGreaterThan(MAX_BYTES - 2 * 65_536);
  });

  it('is refused unread if its content length is too large', async () => {
    await using server = await httpServer((_, response) => {
      response.writeHead(200, { 'content-length': String(MAX_BYTES + 1) }).flushHeaders();
    });
    await expect(fetchAll(server.origin)).rejects.toMatchObject({ code: 'AUDIO_TOO_LARGE' });
  });

  it.each(['gzip', 'br', 'deflate, gzip', 'GZIP', 'x-bomb'])(
    'is refused in the encoding %s',
    async (encoding) => {
      await using server = await httpServer((_, response) => {
        response.setHeader('content-encoding', encoding);
        response.end(gzipSync(Buffer.alloc(100_000)));
      });
      await expect(fetchAll(server.origin)).rejects.toMatchObject({
        code: 'AUDIO_FETCH_FAILED',
        message: "The recording's address answered with a content encoding.",
      });
    },
  );

  it.each([204, 206, 304, 400, 401, 403, 404, 410, 429, 500, 503])(
    'is refused with status %i',
    async (status) => {
      await using server = await httpServer((_, response) => response.writeHead(status).end());
      await expect(fetchAll(server.origin)).rejects.toMatchObject({
        code: 'AUDIO_FETCH_FAILED',
        message: `The recording's address answered with status ${status}.`,
      });
    },
  );

  it.each([
    ['truncated before its content length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'],
    ['truncated inside a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nshort'],
    ['without an answer', ''],
    ['not HTTP', '220 ftp.test ready\r\n'],
    ['with two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nshort!'],
  ])('%s is reported like an unreachable one', async (_, words) => {
    await using server = await tcpServer((socket) => socket.once('data', () => socket.end(words)));
    await expect(fetchAll(server.origin)).rejects.toMatchObject(UNREACHABLE);
  });

  it.each([
    '',
    'audio.wav',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'http://user@127.0.0.1/',
    'http://:p@127.0.0.1/',
  ])('cannot be at %j', async (url) => await expect(fetchAll(url)).rejects.toMatchObject(UNREACHABLE));
});

describe('a redirect', () => {
  it('is followed three times, whatever its status, relative or not', async () => {
    await using audio = await httpServer((_, response) => response.end('audio'));
    await using server = await redirector();
    const third = via(server, `${audio.origin}/x.wav`, 308);
    const second = via(server, third.slice(server.origin.length), 303);
    expect((await fetchAll(via(server, second, 301))).toString()).toBe('audio');
    await expect(fetchAll(via(server, via(server, second, 307)))).rejects.toMatchObject({
      code: 'AUDIO_FETCH_FAILED',
      message: "The recording's address redirected more than 3 times.",
    });
    expect(server.connections()).toBe(3 + 4);
  });

  it.each(['ftp://127.0.0.1/', 'http://user:pass@127.0.0.1/', 'http://[', 'data:audio/wav,x'])(
    'cannot lead to %j',
    async (location) => {
      await using server = await redirector();
      await expect(fetchAll(via(server, location))).rejects.toMatchObject(UNREACHABLE);
    },
  );

  it.each([
    ['UTF-8', Buffer.from('/März 😀.wav'), '/M%C3%A4rz%20%F0%9F%98%80.wav'],
    ['Latin-1', Buffer.from('/März.wav', 'latin1'), '/M%C3%A4rz.wav'],
  ])('to an address in %s that is not percent-encoded is followed', async (_, bytes, target) => {
    const location = bytes.toString('latin1');
    await using server = await httpServer((request, response) => {
      if (request.url === '/start') response.writeHead(302, { location });
      response.end(request.url);
    });
    expect((await fetchAll(`${server.origin}/start`)).toString()).toBe(target);
  });

  it('without a location is reported like other statuses', async () => {
    await using server = await redirector();
    await expect(fetchAll(via(server, ''))).rejects.toMatchObject({
      code: 'AUDIO_FETCH_FAILED',
      message: "The recording's address answered with status 302.",
    });
    expect(server.connections()).toBe(1);
  });
});

describe('a recording behind TLS', () => {
  const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
  const cert = fixture('audio-test.cert.pem');
  const secure = (): Egress =>
    createEgress({
      clock: systemClock,
      allowNetworks: LOOPBACK,
      certificateAuthorities: [cert],
      resolveName: async () => ['127.0.0.1'],
    });

  async function httpsServer(location?: string): Promise<LoopbackServer> {
    const server = createHttpsServer({ cert, key: fixture('audio-test.key.pem') }, (_, response) => {
      if (location !== undefined) response.writeHead(302, { location });
      response.end('audio');
    });
    return await listen(server, '127.0.0.1', 0, 'https');
  }

  it('is fetched by name and by address, if the certificate has that name or address', async () => {
    await using server = await httpsServer();
    for (const host of ['audio.test', 'audio.test.', '127.0.0.1']) {
      expect((await fetchAll(`https://${host}:${server.port}/`, secure())).toString(), host).toBe('audio');
    }
    for (const [host, from] of [
      ['other.test', secure()],
      ['127.0.0.1', egress],
    ] as const) {
      await expect(fetchAll(`https://${host}:${server.port}/`, from), host).rejects.toMatchObject(
        UNREACHABLE,
      );
    }
  });

  it("still trusts Node's certificate authorities if it is given additional ones", async ({ skip }) => {
    if (tls.setDefaultCACertificates === undefined) skip('this Node has one list that nobody can change');
    const before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...before, cert]);
    onTestFinished(() => tls.setDefaultCACertificates(before));
    const [other = ''] = tls.rootCertificates;
    const trusting = createEgress({
      clock: systemClock,
      allowNetworks: LOOPBACK,
      certificateAuthorities: [other],
    });
    await using server = await httpsServer();
    expect((await fetchAll(`https://127.0.0.1:${server.port}/`, trusting)).toString()).toBe('audio');
  });

  it('sends the server its name, without the final dot, but no IP address, and uses HTTP/1.1', async () => {
    const seen: unknown[] = [];
    const options = { cert, key: fixture('audio-test.key.pem'), ALPNProtocols: ['h2', 'http/1.1'] };
    const own = createHttpsServer(options, ({ socket }, response) => {
      const { servername, alpnProtocol } = socket as tls.TLSSocket & { readonly servername?: string | false };
      seen.push([servername, alpnProtocol]);
      response.end('audio');
    });
    await using server = await listen(own, '127.0.0.1', 0, 'https');
    for (const host of ['audio.test.', '127.0.0.1'])
      await fetchAll(`https://${host}:${server.port}/`, secure());
    expect(seen).toEqual([
      ['audio.test', 'http/1.1'],
      [false, 'http/1.1'],
    ]);
  });

  it('cannot redirect to http, but http may redirect to it', async () => {
    await using plain = await httpServer((_, response) => response.end('plain'));
    await using toPlain = await httpsServer(plain.origin);
    await expect(fetchAll(`https://audio.test:${toPlain.port}/`, secure())).rejects.toMatchObject({
      code: 'AUDIO_FETCH_FAILED',
      message: "The recording's address redirected from https to http.",
    });
    expect(plain.connections()).toBe(0);
    await using server = await httpsServer();
    await using start = await redirector();
    expect((await fetchAll(via(start, server.origin), secure())).toString()).toBe('audio');
    await using elsewhere = await httpsServer(server.origin);
    expect((await fetchAll(`https://audio.test:${elsewhere.port}/`, secure())).toString()).toBe('audio');
  });
});

describe('the time limits of a recording', () => {
  it('end after 120 seconds for one that drips, and leave no timer', async () => {
    const clock = manualClock();
    const timed = createEgress({ clock, allowNetworks: LOOPBACK });
    const closed = Promise.withResolvers<void>();
    await using server = await httpServer((_, response) => {
      response.on('close', () => closed.resolve());
      response.write('RIFF');
    });
    const bytes = timed.fetchRecording(server.origin, { maxBytes: MAX_BYTES })[Symbol.asyncIterator]();
    expect(Buffer.from((await bytes.next()).value ?? []).toString()).toBe('RIFF');
    clock.advance(119_999);
    const rest = bytes.next();
    clock.advance(1);
    await expect(rest).rejects.toMatchObject(UNREACHABLE);
    await closed.promise;
    expect(clock.pendingTimers).toBe(0);
  });

  it('end after ten seconds for one that is too slow while it is read', async () => {
    const clock = manualClock();
    const timed = createEgress({ clock, allowNetworks: LOOPBACK });
    const closed = Promise.withResolvers<void>();
    const drips: ServerResponse[] = [];
    await using server = await httpServer((_, response) => {
      response.on('close', () => closed.resolve());
      response.write('R');
      drips.push(response);
    });
    const bytes = timed.fetchRecording(server.origin, { maxBytes: MAX_BYTES })[Symbol.asyncIterator]();
    await bytes.next();
    for (let second = 1; second < 10; second += 1) {
      const next = bytes.next();
      clock.advance(1000);
      drips[0]?.write('I');
      expect((await next).value).toHaveLength(1);
    }
    const rest = bytes.next();
    clock.advance(1000);
    await expect(rest).rejects.toMatchObject({
      code: 'AUDIO_FETCH_FAILED',
      message: "The recording's address sent less than 16000 bytes a second for 10 seconds.",
    });
    await closed.promise;
    expect(clock.pendingTimers).toBe(0);
  });

  it('do not count the time of a slow reader', async () => {
    const clock = manualClock();
    const timed = createEgress({ clock, allowNetworks: LOOPBACK });
    await using server = await httpServer((_, response) => {
      response.write('RIFF');
      response.end('more');
    });
    const read: string[] = [];
    for await (const chunk of timed.fetchRecording(server.origin, { maxBytes: MAX_BYTES })) {
      read.push(Buffer.from(chunk).toString());
      clock.advance(40_000);
    }
    expect(read.join('')).toBe('RIFFmore');
  });

  it('close connections to servers that have not answered', async () => {
    const clock = manualClock();
    const timed = createEgress({ clock, allowNetworks: LOOPBACK });
    const asked = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    await using silent = await tcpServer((socket) => {
      socket.once('close', () => closed.resolve());
      socket.once('data', () => asked.resolve());
    });
    const fetched = fetchAll(silent.origin, timed);
    await asked.promise;
    clock.advance(10_000);
    await expect(fetched).rejects.toMatchObject(UNREACHABLE);
    await closed.promise;
  });

  it.each([
    ['a redirect that it follows', 302],
    ['an answer that is not a recording', 404],
  ])('are not spent on the rest of %s: its connection is closed at once', async (_what, status) => {
    const closed = Promise.withResolvers<void>();
    await using end = await httpServer((_, response) => response.end('RIFF'));
    await using endless = await tcpServer((socket) => {
      socket.once('close', () => closed.resolve());
      socket.once('data', () =>
        socket.write(`HTTP/1.1 ${status} X\r\nLocation: ${end.origin}/\r\nContent-Length: 99\r\n\r\nbytes`),
      );
    });
    const fetched = fetchAll(endless.origin).then(String, ({ code }) => code);
    expect(await fetched).toBe(status === 302 ? 'RIFF' : 'AUDIO_FETCH_FAILED');
    await closed.promise;
  });

  it('end ten seconds after each connection, including that of a redirect, without headers', async () => {
    const clock = manualClock();
    const timed = createEgress({ clock, allowNetworks: LOOPBACK });
    const asked = Promise.withResolvers<void>();
    await using silent = await tcpServer((socket) => socket.once('data', () => asked.resolve()));
    await using server = await redirector();
    const fetched = fetchAll(via(server, silent.origin), timed);
    await asked.promise;
    clock.advance(10_000);
    await expect(fetched).rejects.toMatchObject(UNREACHABLE);
    expect(clock.pendingTimers).toBe(0);
  });

  it.each(['before it starts', 'while it waits', 'while it arrives'])(
    'end as aborted when the call is aborted %s',
    async (when) => {
      const stop = new AbortController();
      const asked = Promise.withResolvers<void>();
      await using server = await httpServer((_, response) => {
        if (when === 'while it arrives') response.write('RIFF');
        asked.resolve();
      });
      const read = async (): Promise<void> => {
        for await (const _ of egress.fetchRecording(server.origin, {
          maxBytes: MAX_BYTES,
          signal: stop.signal,
        }))
          stop.abort();
      };
      if (when === 'before it starts') stop.abort();
      const reading = read();
      if (when === 'while it waits') asked.promise.then(() => stop.abort());
      await expect(reading).rejects.toMatchObject({ code: 'ABORTED' });
      if (when === 'before it starts') expect(server.connections()).toBe(0);
    },
  );
});
