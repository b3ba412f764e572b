import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, METHODS } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { SpeechServerOptions } from '../src/index.ts';
import { CREDENTIALS, fakeService } from './support/fake-service.ts';
import { openRaw, rawRequest } from './support/raw-client.ts';
import { errorOf, startServer } from './support/test-server.ts';

const ADMIN = { adminToken: 'admin-token' };

describe('addresses and methods', () => {
  it.each(['/', '/v1', '/v1/tts/', '/v2/tts', '/api/v1', '/v1/audio', '/admin/v1/apps', '/favicon.ico'])(
    '%s is unknown: 404, whatever the method and the body',
    async (path) => {
      const { url } = await startServer();
      for (const init of [
        {},
        { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
      ]) {
        const response = await fetch(url + path, init);
        expect([response.status, (await errorOf(response)).code]).toEqual([404, 'NOT_FOUND']);
        expect(response.headers.get('x-request-id')).toBeTruthy();
      }
    },
  );

  it.each([
    ['/v1/tts', ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'], 'POST, OPTIONS'],
    ['/v1/stt', ['GET', 'PUT', 'DELETE'], 'POST, OPTIONS'],
    ['/v1/tts/requests/x', ['POST', 'DELETE'], 'GET, HEAD, OPTIONS'],
    ['/v1/stt/transcripts/x', ['POST', 'PUT'], 'GET, HEAD, OPTIONS'],
    ['/api/public/v1/voices', ['POST', 'PATCH'], 'GET, HEAD, OPTIONS'],
    ['/admin/v1/apps', ['PUT', 'DELETE'], 'GET, POST, HEAD, OPTIONS'],
    ['/admin/v1/apps/x', ['POST', 'DELETE'], 'GET, HEAD, OPTIONS'],
    ['/admin/v1/apps/x/revoke', ['GET'], 'POST, OPTIONS'],
    ['/api/v1/tts', ['GET', 'PUT'], 'POST, OPTIONS'],
    ['/v1/audio/x.mp3', ['POST', 'DELETE'], 'GET, HEAD, OPTIONS'],
    ['/admin/v1/apps/x/top-up', ['GET'], 'POST, OPTIONS'],
    ['/admin/v1/apps/x/webhook-secret/rotate', ['GET'], 'POST, OPTIONS'],
    ['/admin/v1/apps/x/token/rotate', ['GET'], 'POST, OPTIONS'],
    ['/admin/v1/requests', ['POST'], 'GET, HEAD, OPTIONS'],
    ['/admin/v1/overview', ['POST'], 'GET, HEAD, OPTIONS'],
    ['/admin/v1/webhooks', ['POST'], 'GET, HEAD, OPTIONS'],
    ['/admin/v1/webhooks/x/replay', ['GET'], 'POST, OPTIONS'],
    ['/healthz', ['POST'], 'GET, HEAD, OPTIONS'],
  ])('%s refuses %j with Allow: %s', async (path, methods, allow) => {
    const { url } = await startServer(ADMIN);
    for (const method of methods) {
      const response = await fetch(url + path, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
      if (method !== 'HEAD') expect(await response.text()).toContain('"METHOD_NOT_ALLOWED"');
    }
    const options = await fetch(url + path, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, allow]);
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
  });

  // CONNECT is for proxies: Node gives it to nobody here and closes the connection.
  const everyMethod = METHODS.filter((method) => method !== 'CONNECT');
  const statusOf = async (url: string, method: string) => {
    const request = httpRequest(url, { method, agent: false }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    const { statusCode, headers } = response;
    return [method, statusCode, headers.allow, headers['x-request-id'] !== undefined];
  };

  it.each([
    ['/v1/tts', ['POST'], 'POST, OPTIONS'],
    ['/v1/tts/requests/x', ['GET', 'HEAD'], 'GET, HEAD, OPTIONS'],
    ['/api/public/v1/voices', ['GET', 'HEAD'], 'GET, HEAD, OPTIONS'],
    ['/api/v1/tts', ['POST'], 'POST, OPTIONS'],
    ['/healthz', ['GET', 'HEAD'], 'GET, HEAD, OPTIONS'],
  ])('%s refuses every HTTP method that it does not have', async (path, own, allow) => {
    const { url } = await startServer();
    const others = everyMethod.filter((method) => !own.includes(method) && method !== 'OPTIONS');
    expect(others.length).toBeGreaterThan(30);
    for (const method of others)
      expect(await statusOf(url + path, method)).toEqual([method, 405, allow, true]);
  });

  it('an unknown address is 404 by every method of HTTP', async () => {
    const { url } = await startServer();
    for (const method of everyMethod)
      expect(await statusOf(`${url}/v1/none`, method)).toEqual([method, 404, undefined, true]);
  });

  const notAllowed = { code: 'METHOD_NOT_ALLOWED', message: expect.stringContaining('allowed: ') };
  it.each([
    ['/api/public/v1/voices', 'POST', { result: null, status: 0, error: notAllowed }],
    ['/api/public/v1/voices/v/demo.mp3', 'POST', { result: null, status: 0, error: notAllowed }],
    ['/api/v1/tts', 'GET', { status: 0, error_code: notAllowed.code, error_message: notAllowed.message }],
  ])('%s reports a wrong method like its other errors', async (path, method, body) => {
    const service = fakeService({ renderDemo: async () => Buffer.from('mp3') });
    const { url } = await startServer({ service });
    const response = await fetch(url + path, { method });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      405,
      'text/json; charset=utf-8',
    ]);
    expect(await response.json()).toEqual(body);
  });

  it('an unknown request is BAD_REQUEST, an unknown transcript JOB_NOT_FOUND, whatever the id', async () => {
    const { url } = await startServer();
    for (const id of ['x', 'x'.repeat(1000), '%2F', 'é']) {
      const request = await fetch(`${url}/v1/tts/requests/${id}`, { headers: CREDENTIALS });
      expect([request.status, await errorOf(request)]).toEqual([
        400,
        { code: 'BAD_REQUEST', message: 'The request was not found.' },
      ]);
      const transcript = await fetch(`${url}/v1/stt/transcripts/${id}`, { headers: CREDENTIALS });
      expect([transcript.status, (await errorOf(transcript)).code]).toEqual([404, 'JOB_NOT_FOUND']);
    }
  });

  it('keeps a well-formed request id of the caller and replaces any other', async () => {
    const { url } = await startServer();
    const idFor = async (given: string) =>
      (await fetch(`${url}/healthz`, { headers: { 'x-request-id': given } })).headers.get('x-request-id');
    expect(await idFor('trace-0123.4_5:6')).toBe('trace-0123.4_5:6');
    expect(await idFor('short')).toMatch(/^[\da-f-]{36}$/);
    expect(await idFor('{"quoted": "or spaced"}')).toMatch(/^[\da-f-]{36}$/);
    expect(await idFor('x'.repeat(129))).toMatch(/^[\da-f-]{36}$/);
  });
});

/** Sends bytes to a server and waits for all that it says before it ends the connection. */
async function answerTo(bytes: string): Promise<{ readonly head: string; readonly body: string }> {
  const { port } = await startServer();
  const client = await openRaw(port);
  client.socket.write(bytes);
  await client.ended;
  const [head = '', body = ''] = client.received().split('\r\n\r\n');
  return { head, body };
}

describe('bytes that are not a request', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['headers of 64 KB', `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(65_536)}\r\n\r\n`, 431],
    ['a malformed address', 'GET /v1/tts/requests/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
  ])('%s are answered like every other error', async (_what, bytes, status) => {
    const { head, body } = await answerTo(bytes);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/x-request-id: \S+/i);
    expect(JSON.parse(body)).toEqual({ error: { code: 'BAD_REQUEST', message: expect.any(String) } });
  });
});

describe('headers that Node itself would refuse', () => {
  it.each([
    ['no Host', 'POST /v1/tts HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}', 400, 'Host'],
    ['no Host at an unknown address', 'GET /none HTTP/1.1\r\n\r\n', 400, 'Host'],
    [
      'another expectation than 100-continue',
      rawRequest('GET /healthz', { expect: 'miracles', connection: 'close' }),
      417,
      'Expect',
    ],
  ])('are answered like every other error: %s', async (_what, bytes, status, named) => {
    const { head, body } = await answerTo(bytes);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/^x-request-id: \S+$/im);
    expect(head).toMatch(/^connection: close$/im);
    expect(JSON.parse(body)).toEqual({
      error: { code: 'BAD_REQUEST', message: expect.stringContaining(named) },
    });
  });

  it('HTTP/1.0 needs no Host, and 100-continue is not an error', async () => {
    const { port } = await startServer();
    for (const bytes of [
      'GET /healthz HTTP/1.0\r\n\r\n',
      rawRequest('GET /healthz', { expect: '100-continue', connection: 'close' }),
    ]) {
      const client = await openRaw(port);
      client.socket.write(bytes);
      await client.ended;
      expect(client.received()).toContain('HTTP/1.1 200 OK');
    }
  });
});

describe('the address of live recognition', () => {
  const REALTIME = { realtimePath: '/v1/stt/realtime' };

  it('tells a plain request to upgrade, and mentions proxies', async () => {
    const { url } = await startServer(REALTIME);
    const response = await fetch(`${url}/v1/stt/realtime?token=x&appId=y`);
    const { status, headers } = response;
    expect([status, headers.get('upgrade'), headers.get('connection')]).toEqual([
      426,
      'websocket',
      'Upgrade',
    ]);
    expect([headers.get('content-type'), headers.has('x-request-id')]).toEqual([
      'application/json; charset=utf-8',
      true,
    ]);
    const { code, message } = await errorOf(response);
    expect(code).toBe('UPGRADE_REQUIRED');
    expect(message).toMatch(/WebSocket.*proxy.*Upgrade/);
  });

  it('closes the connection of a proxy that speaks HTTP/1.0', async () => {
    const { port } = await startServer(REALTIME);
    const client = await openRaw(port);
    client.socket.write('GET /v1/stt/realtime HTTP/1.0\r\nhost: x\r\n\r\n');
    await client.ended;
    expect(client.received()).toMatch(/^HTTP\/1\.1 426 [\s\S]*^connection: close, Upgrade$/im);
  });

  it('refuses other methods', async () => {
    const { url } = await startServer(REALTIME);
    for (const method of ['POST', 'PUT', 'DELETE', 'PROPFIND']) {
      const response = await fetch(`${url}/v1/stt/realtime`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
  });

  it.each<[string, Partial<SpeechServerOptions>]>([
    ['no WebSocket endpoint', {}],
    ['only probes', { ...REALTIME, endpoints: 'probes' }],
  ])('is no address where there is %s', async (_what, options) => {
    const { url } = await startServer(options);
    expect((await fetch(`${url}/v1/stt/realtime`)).status).toBe(404);
  });
});

describe('the probes', () => {
  it('report alive, ready and metrics', async () => {
    const { url } = await startServer();
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready', problems: [] });
    const metrics = await fetch(`${url}/metrics`);
    expect(metrics.headers.get('content-type')).toContain('text/plain');
  });

  it('report not ready once the server is about to end, while it still answers', async () => {
    const { url, server } = await startServer();
    server.leave();
    const response = await fetch(`${url}/readyz`);
    expect([response.status, ((await response.json()) as { problems: string[] }).problems]).toEqual([
      503,
      ['The server is shutting down.'],
    ]);
    expect((await fetch(`${url}/api/public/v1/voices`)).status).not.toBe(503);
    expect((await fetch(`${url}/healthz`)).headers.get('connection')).toBe('keep-alive');
  });

  it('check the requested capability, and refuse an unknown one', async () => {
    const readiness = async (capability = 'main') => ({
      isReady: capability === 'live',
      problems: [capability],
    });
    const { url } = await startServer({ service: fakeService({ readiness }) });
    const ask = async (query: string) => {
      const response = await fetch(`${url}/readyz${query}`);
      return [response.status, ((await response.json()) as { problems?: string[] }).problems];
    };
    expect(await ask('?capability=live')).toEqual([200, ['live']]);
    expect(await ask('?capability=batch')).toEqual([503, ['batch']]);
    expect(await ask('')).toEqual([503, ['main']]);
    expect(await ask('?capability=other')).toEqual([400, undefined]);
  });

  it('name the problems with 503 while something is missing', async () => {
    const problems = ['Model joe is not installed: run "parlance models pull joe".'];
    const service = fakeService({ readiness: async () => ({ isReady: false, problems }) });
    const { url } = await startServer({ service });
    const response = await fetch(`${url}/readyz`);
    expect([response.status, await response.json()]).toEqual([503, { status: 'not ready', problems }]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });
});
