import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInstalled } from './is-installed.ts';
import { NGINX_MISSING, type NginxServer, startNginx } from './nginx-server.ts';

const folderOfFiles = join(import.meta.dirname, '../../docs/deploy');
const hasCaddy = isInstalled('caddy', 'version');
if (!hasCaddy) console.log('Skipped, since caddy is not installed.');
if (NGINX_MISSING !== undefined) console.log(`Skipped: ${NGINX_MISSING}`);

it.skipIf(!hasCaddy)('the Caddyfile is valid', () => {
  const options = ['--config', join(folderOfFiles, 'Caddyfile'), '--adapter', 'caddyfile'];
  const { status, stderr } = spawnSync('caddy', ['validate', ...options], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('"level":"error"') });
});

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.skipIf(NGINX_MISSING !== undefined)('nginx.conf', () => {
  let nginx: NginxServer;
  let refused = 0;
  /** Of a streamed answer: what comes after its first chunk waits for the test. */
  let sendRest: (() => void) | undefined;
  const answer: RequestListener = (incoming, response) => {
    if (incoming.url === '/streamed') {
      response.write('first');
      sendRest = () => response.end('last');
      return;
    }
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { host, 'x-forwarded-for': address, 'x-forwarded-proto': protocol } = incoming.headers;
      response.end(JSON.stringify({ host, address, protocol, body: Buffer.concat(chunks).toString() }));
    });
  };
  const working = createServer(answer);
  working.on('upgrade', (incoming, socket) => {
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${incoming.headers.upgrade}\r\n\r\nhello`,
    );
  });
  const full = createServer((incoming, response) => {
    refused += 1;
    incoming.resume();
    incoming.on('end', () => response.writeHead(503, { 'retry-after': '1' }).end());
  });

  beforeAll(async () => {
    nginx = await startNginx([await listen(full), await listen(working)]);
  });
  afterAll(async () => {
    await nginx?.stop();
    for (const server of [working, full]) {
      server.closeAllConnections();
      server.close();
    }
  });

  const open = (path: string, options: RequestOptions = {}, body?: string) =>
    request({
      host: '127.0.0.1',
      port: nginx.port,
      path,
      rejectUnauthorized: false,
      agent: false,
      ...options,
    }).end(body);

  async function ask(path: string, options?: RequestOptions, body?: string) {
    const [response] = (await once(open(path, options, body), 'response')) as [IncomingMessage];
    const chunks = await Array.fromAsync<Buffer>(response);
    return { status: response.statusCode, text: Buffer.concat(chunks).toString() };
  }

  it('asks the other process when one has no room, and goes on asking both', async () => {
    const before = refused;
    const calls = 8;
    for (let count = 0; count < calls; count += 1) {
      const { status, text } = await ask('/v1/tts', { method: 'POST' }, 'a text');
      expect([status, JSON.parse(text).body]).toEqual([200, 'a text']);
    }
    expect(refused - before).toBeGreaterThan(1);
  });

  it('asks the other process with a whole recording too, when one has no room', async () => {
    const before = refused;
    const recording = 'x'.repeat(1_000_000);
    for (let count = 0; count < 8; count += 1) {
      const { status, text } = await ask('/v1/stt', { method: 'POST' }, recording);
      expect([status, JSON.parse(text).body === recording]).toEqual([200, true]);
    }
    expect(refused - before).toBeGreaterThan(1);
  });

  it('tells the service who calls and how', async () => {
    const { text } = await ask('/v1/voices', { headers: { host: 'speech.example.com' } });
    expect(JSON.parse(text)).toMatchObject({
      host: 'speech.example.com',
      address: '127.0.0.1',
      protocol: 'https',
    });
  });

  it('hands on the first audio before the last is made', async () => {
    const [response] = (await once(open('/streamed'), 'response')) as [IncomingMessage];
    const audio = response[Symbol.asyncIterator]();
    expect(String((await audio.next()).value)).toBe('first');
    sendRest?.();
    expect(String((await audio.next()).value)).toBe('last');
  });

  it('opens a WebSocket', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket' };
    const [response, socket, head] = (await once(open('/v1/stt/realtime', { headers }), 'upgrade')) as [
      IncomingMessage,
      Duplex,
      Buffer,
    ];
    expect([response.statusCode, head.toString() + (await textOf(socket))]).toEqual([101, 'hello']);
  });

  it('keeps the probes from outside', async () => {
    for (const path of ['/metrics', '/healthz', '/readyz']) expect((await ask(path)).status).toBe(403);
  });
});
