import { describe, expect, it } from 'vitest';
import { CREDENTIALS, fakeService } from './support/fake-service.ts';
import { openRaw } from './support/raw-client.ts';
import { errorOf, startServer } from './support/test-server.ts';

const ADMIN = { adminToken: 'admin-token' };

describe('addresses and methods', () => {
  it.each(['/', '/v1', '/v1/tts/', '/v2/tts', '/api/v1', '/v1/audio', '/admin/v1/apps', '/favicon.ico'])(
    '%s is nobody’s: 404, whatever the method and the body',
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
      if (method !== 'HEAD') expect((await errorOf(response)).code).toBe('METHOD_NOT_ALLOWED');
    }
    const options = await fetch(url + path, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, allow]);
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
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

describe('bytes that are no request', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['headers of 64 KB', `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(65_536)}\r\n\r\n`, 431],
    ['a malformed address', 'GET /v1/tts/requests/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
  ])('%s are answered like every other error', async (_what, bytes, status) => {
    const { port } = await startServer();
    const client = await openRaw(port);
    client.socket.write(bytes);
    await client.ended;
    const [head = '', body = ''] = client.received().split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/x-request-id: \S+/i);
    expect(JSON.parse(body)).toEqual({ error: { code: 'BAD_REQUEST', message: expect.any(String) } });
  });
});

describe('the probes', () => {
  it('say alive, ready and counted', async () => {
    const { url } = await startServer();
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready', problems: [] });
    const metrics = await fetch(`${url}/metrics`);
    expect(metrics.headers.get('content-type')).toContain('text/plain');
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
