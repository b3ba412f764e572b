import { SpeechError } from '@parlance/core/errors';
import { describe, expect, it } from 'vitest';
import { isLocalPage } from '../src/request/auth/local-page.ts';
import { ADMIN, ADMIN_TOKEN } from './support/admin.ts';
import { fakeAdmin, SESSION_TOKEN, withSession } from './support/fake-admin.ts';
import { fakeService } from './support/fake-service.ts';
import { openRaw, rawRequest } from './support/raw-client.ts';
import { startServer } from './support/test-server.ts';

const TOKEN = { appId: 'app-1', token: 'a.client.token', expiresAt: '2026-11-22T00:10:00.000Z' };
const JSON_TYPE = { 'content-type': 'application/json' };

async function start(options: Parameters<typeof startServer>[0] = {}) {
  const { admin } = fakeAdmin({ ...withSession, issuePlaygroundToken: async () => TOKEN });
  const { port } = await startServer({
    service: fakeService({ admin }),
    adminToken: ADMIN_TOKEN,
    localPlayground: true,
    ...options,
  });
  /** Sends exactly these headers: no client of ours adds any. @returns status and body */
  const ask = async (headers: Record<string, string>, target = '/playground/token', body = '{}') => {
    const raw = await openRaw(port);
    raw.socket.write(rawRequest(`POST ${target}`, headers, body));
    await raw.until('\r\n\r\n');
    raw.socket.end();
    await raw.ended;
    const [head = '', answer = ''] = raw.received().split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), head, body: answer };
  };
  /** As a browser asks for a page of the server itself. */
  const page = { ...JSON_TYPE, ...pageAt(`127.0.0.1:${port}`) };
  return { ask, page, port };
}

const pageAt = (host: string): Record<string, string> => ({
  host,
  origin: `http://${host}`,
  'sec-fetch-site': 'same-origin',
  connection: 'keep-alive',
});

describe('a page on this machine', () => {
  it('gets a token under any loopback address', async () => {
    const { ask } = await start();
    for (const host of [
      '127.0.0.1',
      'localhost',
      'LOCALHOST',
      '[::1]',
      '127.0.0.1:8080',
      'localhost:3000',
      '127.1.2.3',
    ]) {
      const { origin, ...others } = pageAt(host);
      const answer = await ask({ ...JSON_TYPE, ...others, origin: String(origin).toLowerCase() });
      expect(answer.status, host).toBe(200);
      expect(JSON.parse(answer.body)).toEqual(TOKEN);
      expect(answer.head.toLowerCase()).toContain('cache-control: no-store');
    }
  });

  it('gets an error if there is no app to use', async () => {
    const { admin } = fakeAdmin({
      issuePlaygroundToken: async () => {
        throw new SpeechError('NOT_FOUND', 'No app named "default".');
      },
    });
    const { ask, page } = await start({ service: fakeService({ admin }) });
    const { status, body } = await ask(page);
    expect(status).toBe(404);
    expect(JSON.parse(body).error).toEqual({ code: 'NOT_FOUND', message: 'No app named "default".' });
  });

  it.each([
    ['that is no JSON', { 'content-type': 'text/plain' }, '{}'],
    ['of a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b'],
    ['that is no object', JSON_TYPE, '[]'],
  ])('is refused for a body %s', async (_name, type, body) => {
    const { ask, page } = await start();
    expect((await ask({ ...page, ...type }, undefined, body)).status).toBe(400);
  });

  it.each<[string, Parameters<typeof startServer>[0]]>([
    ['it is turned off', { localPlayground: false }],
    ['nobody turned it on', { localPlayground: undefined as never }],
    ['the service has an address for others', { publicUrl: 'https://speech.example' }],
    ['the address for others begins like a loopback one', { publicUrl: 'http://127.0.0.1.example' }],
  ])('must sign in if %s', async (_name, options) => {
    const { ask, page } = await start(options);
    const { status, body } = await ask(page);
    expect(status).toBe(401);
    expect(JSON.parse(body).error.code).toBe('UNAUTHORIZED');
  });

  it('gets a token if the public address is a loopback one', async () => {
    const { ask, page } = await start({ publicUrl: 'http://localhost:8080' });
    expect((await ask(page)).status).toBe(200);
  });
});

describe('others', () => {
  const ATTACKS: readonly [string, Record<string, string>][] = [
    ['a name that was pointed here', pageAt('rebound.example')],
    ['a name that was pointed here, at our port', pageAt('rebound.example:8080')],
    ['a name that begins with localhost', pageAt('localhost.evil.example')],
    ['a name that begins with the address', pageAt('127.0.0.1.evil.example')],
    ['a name that ends with localhost', pageAt('evil.localhost')],
    ['localhost with a dot behind it', pageAt('localhost.')],
    ['a user in the address', pageAt('127.0.0.1:8080@evil.example')],
    ['a loopback name as the user', pageAt('localhost@evil.example')],
    ['the unspecified address', pageAt('0.0.0.0:8080')],
    ['the address as a number', pageAt('2130706433')],
    ['an IPv4 address as IPv6', pageAt('[::ffff:127.0.0.1]')],
    ['no host', { ...pageAt('127.0.0.1'), host: '' }],
    ['two addresses', { ...pageAt('127.0.0.1'), Host: 'localhost' }],
    [
      'a page of another site',
      { ...pageAt('127.0.0.1'), origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    ],
    [
      'a page of another port',
      { ...pageAt('127.0.0.1'), origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' },
    ],
    ['a foreign origin, whatever the site', { ...pageAt('127.0.0.1'), origin: 'https://evil.example' }],
    ['the null origin', { ...pageAt('127.0.0.1'), origin: 'null' }],
    ['an address typed in', { ...pageAt('127.0.0.1'), 'sec-fetch-site': 'none' }],
    ['a program that sends no Sec-Fetch-Site', { host: '127.0.0.1', origin: 'http://127.0.0.1' }],
    ['a page that sends no Origin', { host: '127.0.0.1', 'sec-fetch-site': 'same-origin' }],
    ['a proxy that closes', { ...pageAt('127.0.0.1'), connection: 'close' }],
    ...[
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-real-ip',
      'forwarded',
      'via',
      'cf-connecting-ip',
      'true-client-ip',
      'cdn-loop',
      'tailscale-user-login',
      'x-anything-else',
    ].map((name): [string, Record<string, string>] => [
      `a proxy that sends ${name}`,
      { ...pageAt('127.0.0.1'), [name]: '203.0.113.9' },
    ]),
  ];

  it('are refused, whatever they omit or pretend', async () => {
    const { ask } = await start();
    for (const [name, headers] of ATTACKS) {
      const { status, body } = await ask({ ...JSON_TYPE, ...headers });
      expect(status, name).toBe(401);
      expect(JSON.parse(body).error.code, name).toBe('UNAUTHORIZED');
    }
  });

  it('are refused with an absolute address as the target, as sent to a proxy', async () => {
    const { ask, page } = await start();
    expect((await ask(page, 'http://127.0.0.1/playground/token')).status).toBe(401);
    expect((await ask(page, 'http://evil.example/playground/token')).status).toBe(401);
  });

  it('get no headers that would let another origin read an answer, and no preflight', async () => {
    const { ask, page, port } = await start();
    expect((await ask(page)).head.toLowerCase()).not.toContain('access-control');
    const preflight = await fetch(`http://127.0.0.1:${port}/playground/token`, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect([...preflight.headers.keys()].join()).not.toContain('access-control');
  });

  const local = {
    headers: pageAt('127.0.0.1'),
    headersDistinct: { host: ['127.0.0.1'] },
    httpVersion: '1.1',
    url: '/playground/token',
  };
  it.each([
    ['127.0.0.1', true],
    ['127.8.9.10', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['192.168.1.7', false],
    ['::ffff:192.168.1.7', false],
    ['172.17.0.1', false],
    ['fe80::1', false],
    ['::', false],
    ['not an address', false],
    [undefined, false],
  ])('are recognized by their socket: %s is on this machine: %s', (remoteAddress, expected) => {
    expect(isLocalPage({ ...local, socket: { remoteAddress } })).toBe(expected);
  });

  it('are refused with HTTP/1.0, which proxies use', () => {
    const socket = { remoteAddress: '127.0.0.1' };
    expect(isLocalPage({ ...local, socket, httpVersion: '1.0' })).toBe(false);
  });
});

describe('an operator who is signed in to the console', () => {
  const cookie = `parlance_session=${SESSION_TOKEN}`;

  it('gets a token from anywhere, through any proxy', async () => {
    const { ask } = await start({ localPlayground: false, publicUrl: 'https://speech.example' });
    const headers = { ...JSON_TYPE, host: 'speech.example', 'x-forwarded-for': '203.0.113.9', cookie };
    expect((await ask({ ...headers, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await ask({ ...headers, origin: 'https://speech.example' })).status).toBe(200);
  });

  it('is refused if another site sends the request', async () => {
    const { ask, port } = await start();
    const headers = { ...JSON_TYPE, host: `127.0.0.1:${port}`, cookie };
    expect((await ask({ ...headers, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await ask({ ...headers, origin: 'https://evil.example' })).status).toBe(403);
  });

  it('may send the admin token instead', async () => {
    const { ask } = await start({ localPlayground: false });
    expect((await ask({ ...JSON_TYPE, ...ADMIN })).status).toBe(200);
    expect((await ask({ ...JSON_TYPE, authorization: 'Bearer wrong' })).status).toBe(401);
  });
});
