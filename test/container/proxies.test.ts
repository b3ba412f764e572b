import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** On a machine that others keep busy. */
const STARTS_WITHIN_MS = 60_000;
const folderOfFiles = join(import.meta.dirname, '../../docs/deploy');

const isInstalled = (program: string, option: string): boolean => {
  const { error } = spawnSync(program, [option]);
  if (error !== undefined) console.log(`Skipped, since ${program} is not installed.`);
  return error === undefined;
};

it.skipIf(!isInstalled('caddy', 'version'))('the Caddyfile is valid', () => {
  const options = ['--config', join(folderOfFiles, 'Caddyfile'), '--adapter', 'caddyfile'];
  const { status, stderr } = spawnSync('caddy', ['validate', ...options], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('"level":"error"') });
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe.skipIf(!isInstalled('nginx', '-v') || !isInstalled('openssl', 'version'))('nginx.conf', () => {
  let folder: string;
  let nginx: ChildProcess;
  let port: number;
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
    folder = await mkdtemp(join(tmpdir(), 'parlance-nginx-'));
    port = await freePort();
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const made = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test'.split(' ');
    execFileSync('openssl', ['req', '-x509', ...made, '-out', cert, '-keyout', key], { stdio: 'ignore' });
    const site = (await readFile(join(folderOfFiles, 'nginx.conf'), 'utf8'))
      .replace('10.0.0.11:8080', `127.0.0.1:${await listen(full)}`)
      .replace('10.0.0.12:8080', `127.0.0.1:${await listen(working)}`)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace('/etc/ssl/parlance/fullchain.pem', cert)
      .replace('/etc/ssl/parlance/privkey.pem', key);
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n');
    const whole = `daemon off; master_process off; pid ${folder}/pid; error_log stderr notice;
events {}
http { access_log off; ${folders}
${site} }`;
    const file = join(folder, 'nginx.conf');
    await writeFile(file, whole);
    const tried = spawnSync('nginx', ['-t', '-p', folder, '-c', file], { encoding: 'utf8' });
    expect(tried.stderr).toContain('test is successful');
    nginx = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
    nginx.stderr?.resume();
    // Until it listens the connection is refused.
    await vi.waitUntil(
      () =>
        ask('/any').then(
          ({ status }) => status === 200,
          () => false,
        ),
      { timeout: STARTS_WITHIN_MS },
    );
  });
  afterAll(async () => {
    const exited = nginx && once(nginx, 'exit');
    nginx?.kill('SIGTERM');
    await exited;
    for (const server of [working, full]) {
      server.closeAllConnections();
      server.close();
    }
    await rm(folder, { recursive: true, force: true });
  });

  const open = (path: string, options: RequestOptions = {}, body?: string) =>
    request({ host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false, ...options }).end(body);

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
