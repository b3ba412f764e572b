import { once } from 'node:events';
import { SpeechError } from '@parlance/core/errors';
import type { ByteRange } from '@parlance/core/storage';
import type { AudioLinkParts, LinkedAudio } from '@parlance/core/synthesis';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { fakeService } from './support/fake-service.ts';
import { openRaw, rawRequest } from './support/raw-client.ts';
import { errorOf, startServer } from './support/test-server.ts';

const AUDIO = Buffer.from('0123456789');
const ETAG = '"request1.mp3"';
const PATH = '/v1/audio/request1.mp3?expires=1790000000&signature=canary-signature';

function linked(
  bytes: Buffer,
  onRead: (range: ByteRange | undefined) => void = () => undefined,
): LinkedAudio {
  return {
    contentType: 'audio/mpeg',
    etag: ETAG,
    audio: {
      bytes: bytes.byteLength,
      async *read(range) {
        onRead(range);
        const wanted = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
        for (let at = 0; at < wanted.byteLength; at += 3) yield wanted.subarray(at, at + 3);
      },
    },
  };
}

async function startWithAudio(bytes: Buffer = AUDIO) {
  const opened: AudioLinkParts[] = [];
  const reads: (ByteRange | undefined)[] = [];
  const service = fakeService({
    openAudio: async (link) => {
      opened.push(link);
      return linked(bytes, (range) => reads.push(range));
    },
  });
  const { url, port } = await startServer({ service });
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + PATH, { method, headers });
  return { get, opened, reads, url, port };
}

describe('GET /v1/audio/{file}', () => {
  it('is the whole file, for anyone with the link, and no cache may store it', async () => {
    const { get, opened } = await startWithAudio();
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '10',
      'accept-ranges': 'bytes',
      etag: ETAG,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(response.headers.get('x-request-id')).toBeTruthy();
    expect(await response.text()).toBe('0123456789');
    expect(opened).toEqual([
      { fileName: 'request1.mp3', expires: '1790000000', signature: 'canary-signature' },
    ]);
  });

  it.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-5', '2345', 'bytes 2-5/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
  ])('answers Range: %s with that part', async (range, text, contentRange) => {
    const { get } = await startWithAudio();
    const response = await get({ range });
    expect([response.status, response.headers.get('content-range')]).toEqual([206, contentRange]);
    expect(response.headers.get('content-length')).toBe(String(text.length));
    expect(response.headers.get('etag')).toBe(ETAG);
    expect(await response.text()).toBe(text);
  });

  it.each(['bytes=10-', 'bytes=-0'])('answers Range: %s with 416 and the size', async (range) => {
    const { get, reads } = await startWithAudio();
    const response = await get({ range });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10']);
    expect((await errorOf(response)).code).toBe('BAD_REQUEST');
    expect(reads).toEqual([]);
  });

  it.each(['bytes=0-1,4-5', 'lines=1-2', 'bytes=5-2'])('sends the whole for Range: %s', async (range) => {
    const { get } = await startWithAudio();
    const response = await get({ range });
    expect([response.status, await response.text()]).toEqual([200, '0123456789']);
  });

  it.each([
    [ETAG, 206],
    ['"another"', 200],
    [`W/${ETAG}`, 200],
    ['Sat, 21 Nov 2026 00:00:00 GMT', 200],
  ])('with If-Range: %s is %i', async (condition, status) => {
    const { get } = await startWithAudio();
    const response = await get({ range: 'bytes=0-0', 'if-range': condition });
    expect(response.status).toBe(status);
    await response.text();
  });

  it('of an empty file is empty', async () => {
    const { get } = await startWithAudio(Buffer.alloc(0));
    const response = await get();
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      '0',
      '',
    ]);
  });

  it('keeps the connection for the next request', async () => {
    const { port } = await startWithAudio();
    const client = await openRaw(port);
    client.socket.write(rawRequest(`GET ${PATH}`, {}));
    await client.until('0123456789');
    client.socket.write(rawRequest(`GET ${PATH}`, { range: 'bytes=3-4' }));
    await client.until('\r\n\r\n34');
    client.socket.destroy();
  });

  it('reads a file of many chunks no faster than its client', async () => {
    let produced = 0;
    const left = Promise.withResolvers<void>();
    const piece = Buffer.alloc(65_536);
    const bytes = 10_000 * piece.byteLength;
    const service = fakeService({
      openAudio: async () => ({
        contentType: 'audio/wav',
        etag: ETAG,
        audio: {
          bytes,
          async *read() {
            try {
              for (; produced < 10_000; produced++) yield piece;
            } finally {
              left.resolve();
            }
          },
        },
      }),
    });
    const { port } = await startServer({ service });
    const client = await openRaw(port);
    client.socket.write(rawRequest(`GET ${PATH}`, {}));
    await client.until(`content-length: ${bytes}`);
    client.socket.pause();
    client.socket.destroy();
    await left.promise;
    expect(produced).toBeLessThan(2000);
  });

  it('disconnects a client that reads nothing', async () => {
    const left = Promise.withResolvers<void>();
    const piece = Buffer.alloc(1_000_000);
    const service = fakeService({
      openAudio: async () => ({
        contentType: 'audio/wav',
        etag: ETAG,
        audio: {
          bytes: 1_000_000_000,
          async *read() {
            try {
              for (;;) yield piece;
            } finally {
              left.resolve();
            }
          },
        },
      }),
    });
    const { port } = await startServer({ service, stallTimeoutMs: 50 });
    const client = await openRaw(port);
    client.socket.pause();
    client.socket.write(rawRequest(`GET ${PATH}`, {}));
    await left.promise;
    client.socket.resume();
    await client.ended;
  });

  it('breaks off when the storage does, so that no part looks complete', async () => {
    const service = fakeService({
      openAudio: async () => ({
        contentType: 'audio/mpeg',
        etag: ETAG,
        audio: {
          bytes: 10,
          async *read() {
            yield Buffer.from('012');
            throw new SpeechError('STORAGE_FAILED', 'The disk is gone.');
          },
        },
      }),
    });
    const { url } = await startServer({ service });
    const whole = async () => (await fetch(url + PATH)).arrayBuffer();
    await expect(whole()).rejects.toThrow();
  });

  it('is an ordinary error if nothing can be read', async () => {
    const service = fakeService({
      openAudio: async () => ({
        ...linked(AUDIO),
        audio: {
          bytes: 10,
          // biome-ignore lint/correctness/useYield: it fails before its first piece
          async *read() {
            throw new SpeechError('STORAGE_FAILED', 'secret /path');
          },
        },
      }),
    });
    const { url } = await startServer({ service });
    const response = await fetch(url + PATH);
    expect(response.status).toBe(503);
    expect(response.headers.get('content-range')).toBeNull();
    expect(await errorOf(response)).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', type: 'server_error' });
  });

  it('is 403 FORBIDDEN for a link that was altered or has expired', async () => {
    const { url } = await startServer();
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(url + PATH, { method });
      expect(response.status).toBe(403);
      if (method === 'GET')
        // OpenAI's clients come by at these addresses too.
        expect(await errorOf(response)).toMatchObject({
          code: 'FORBIDDEN',
          type: 'invalid_request_error',
          param: null,
        });
    }
  });

  it('treats a repeated parameter as missing', async () => {
    const { url, opened } = await startWithAudio();
    await fetch(`${url}/v1/audio/a.mp3?expires=1&expires=2&signature=x`);
    await fetch(`${url}/v1/audio/a.mp3`);
    expect(opened).toEqual([
      { fileName: 'a.mp3', expires: undefined, signature: 'x' },
      { fileName: 'a.mp3', expires: undefined, signature: undefined },
    ]);
  });

  it('never logs the query, whatever fails', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const { url, port } = await startServer({ logger });
    await (await fetch(url + PATH)).text();
    await (await fetch(url + PATH, { method: 'POST' })).text();
    const client = await openRaw(port);
    client.socket.end(rawRequest(`GET ${PATH}`, { connection: 'close' }));
    await once(client.socket, 'close');
    await expect.poll(() => lines.filter((line) => line.includes('request ended'))).toHaveLength(3);
    expect(lines.join('\n')).not.toContain('canary');
    expect(lines.join('\n')).toContain('/v1/audio/request1.mp3');
  });
});

describe('HEAD /v1/audio/{file}', () => {
  it('has the headers of GET, and reads nothing, whatever the Range', async () => {
    const { get, reads } = await startWithAudio();
    for (const headers of [{}, { range: 'bytes=0-1' }]) {
      const response = await get(headers, 'HEAD');
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'audio/mpeg',
        'content-length': '10',
        'accept-ranges': 'bytes',
        etag: ETAG,
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      });
      expect(await response.text()).toBe('');
    }
    expect(reads).toEqual([]);
  });
});
