import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { speechHttp, type WebPages } from '../src/index.ts';
import { fakeService } from './support/fake-service.ts';
import { errorOf, startServer } from './support/test-server.ts';

const SCRIPT = Buffer.from('console.log("hello");'.repeat(50));
const FONT = Buffer.from([1, 2, 3]);
const PAGES: WebPages = {
  documents: [{ path: '/console', html: (root) => `<script src="${root}assets/main-1.js"></script>` }],
  files: [
    {
      name: 'main-1.js',
      contentType: 'text/javascript; charset=utf-8',
      bytes: SCRIPT,
      gzip: gzipSync(SCRIPT),
      brotli: brotliCompressSync(SCRIPT),
    },
    { name: 'letters-2.woff2', contentType: 'font/woff2', bytes: FONT },
  ],
};

describe('web pages', () => {
  it('do not exist unless they are passed', async () => {
    const { url } = await startServer();
    expect((await fetch(`${url}/console`)).status).toBe(404);
  });

  it.each([
    ['/console', './assets/main-1.js'],
    ['/console/', '../assets/main-1.js'],
    ['/console/apps', '../assets/main-1.js'],
    ['/console/apps/1f', '../../assets/main-1.js'],
  ])('answer %s with a document that finds its files at %s', async (path, address) => {
    const { url } = await startServer({ pages: PAGES });
    const response = await fetch(url + path);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain(`src="${address}"`);
    expect(new URL(address, url + path).pathname).toBe('/assets/main-1.js');
  });

  it('find their files under the prefix of an application', async () => {
    const app = Fastify();
    await app.register(speechHttp, { service: fakeService(), pages: PAGES, prefix: '/speech' });
    const document = await app.inject('/speech/console/apps');
    const [, address = ''] = /src="([^"]+)"/.exec(document.body) ?? [];
    const { pathname } = new URL(address, 'http://host/speech/console/apps');
    expect((await app.inject(pathname)).rawPayload).toEqual(SCRIPT);
    await app.close();
  });

  it('allow nothing from other servers, nothing inline and no frame around them', async () => {
    const { url } = await startServer({ pages: PAGES });
    const { headers } = await fetch(`${url}/console`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]{22}'; font-src 'self';/,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('send a file as %s to clients that accept it, to be cached forever', async (coding, unpack) => {
    const app = Fastify();
    await app.register(speechHttp, { service: fakeService(), pages: PAGES });
    const response = await app.inject({ url: '/assets/main-1.js', headers: { 'accept-encoding': coding } });
    expect(response.headers).toMatchObject({
      'content-encoding': coding,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(unpack(response.rawPayload)).toEqual(SCRIPT);
    await app.close();
  });

  it('send a file uncompressed if compression gains nothing, and to clients that accept nothing else', async () => {
    const { url } = await startServer({ pages: PAGES });
    const font = await fetch(`${url}/assets/letters-2.woff2`);
    expect(font.headers.get('content-encoding')).toBeNull();
    expect(Buffer.from(await font.arrayBuffer())).toEqual(FONT);
    const plain = await fetch(`${url}/assets/main-1.js`, { headers: { 'accept-encoding': 'identity' } });
    expect(Buffer.from(await plain.arrayBuffer())).toEqual(SCRIPT);
  });

  it('get a unique nonce for their style elements', async () => {
    const { url } = await startServer({
      pages: { ...PAGES, documents: [{ path: '/console', html: (_root, nonce) => nonce }] },
    });
    const answers = await Promise.all([fetch(`${url}/console`), fetch(`${url}/console`)]);
    const nonces = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(nonces).size).toBe(2);
    for (const [at, { headers }] of answers.entries())
      expect(headers.get('content-security-policy')).toContain(`'nonce-${nonces[at]}'`);
  });

  it('answer an unknown file with NOT_FOUND, and other methods with 405', async () => {
    const { url } = await startServer({ pages: PAGES });
    const unknown = await fetch(`${url}/assets/main-0.js`);
    expect(unknown.status).toBe(404);
    expect((await errorOf(unknown)).code).toBe('NOT_FOUND');
    expect((await fetch(`${url}/console`, { method: 'POST' })).status).toBe(405);
  });
});

describe('the root', () => {
  const WITH_HOME: WebPages = { ...PAGES, home: '/console', version: '1.2.3' };
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it('shows browsers the page that is at home there', async () => {
    const { url } = await startServer({ pages: WITH_HOME });
    const response = await fetch(url, { headers: html });
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('vary')).toBe('accept');
    expect(await response.text()).toContain('src="./assets/');
  });

  it.each(['application/json', '*/*'])(
    'lists all addresses for a program that accepts %s',
    async (accept) => {
      const { url } = await startServer({ pages: WITH_HOME });
      const response = await fetch(url, { headers: { accept } });
      expect(await response.json()).toEqual({
        name: 'Parlance',
        version: '1.2.3',
        links: { playground: `${url}/`, openapi: `${url}/openapi.json` },
      });
    },
  );

  it.each([
    ['/speech', 'speech/'],
    ['/speech/try', './'],
  ])('is the target of %s', async (url, location) => {
    const app = Fastify();
    await app.register(speechHttp, { service: fakeService(), pages: WITH_HOME, prefix: '/speech' });
    const { statusCode, headers } = await app.inject({ url, headers: html });
    expect([Math.floor(statusCode / 100), headers.location]).toEqual([3, location]);
    await app.close();
  });

  it('is left to an application that the service shares its root with', async () => {
    const app = Fastify();
    app.get('/', async () => 'mine');
    await app.register(speechHttp, { service: fakeService(), pages: WITH_HOME });
    expect((await app.inject({ url: '/', headers: html })).body).toBe('mine');
    await app.close();
  });

  it('is unknown without pages', async () => {
    const { url } = await startServer();
    expect((await fetch(url, { headers: html })).status).toBe(404);
  });
});
