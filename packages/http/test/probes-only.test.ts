import { request } from 'node:http';
import { expect, it } from 'vitest';
import { fakeService } from './support/fake-service.ts';
import { errorOf, postJson, startServer } from './support/test-server.ts';

it('answers only probes if only those are enabled', async () => {
  const { url } = await startServer({ endpoints: 'probes', adminToken: 'admin-token' });
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect((await fetch(url + path)).status, path).toBe(200);
  const speech = await postJson(`${url}/v1/tts`, { mode: 'sync', voiceCode: 'v', text: 'Hello' });
  const others = await Promise.all([
    postJson(`${url}/api/v1/tts`, {}),
    postJson(`${url}/v1/stt`, {}),
    fetch(`${url}/v1/audio/a.mp3`),
    fetch(`${url}/api/public/v1/voices`),
    fetch(`${url}/admin/v1/apps`, { headers: { authorization: 'Bearer admin-token' } }),
  ]);
  for (const answer of [speech, ...others]) {
    expect(answer.status, answer.url).toBe(404);
    expect((await errorOf(answer)).code, answer.url).toBe('NOT_FOUND');
  }
});

it('answers a WebSocket upgrade with 404 if only probes are enabled', async () => {
  const { port } = await startServer({ endpoints: 'probes' });
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  };
  const asked = request({ host: '127.0.0.1', port, path: '/v1/stt/realtime', headers });
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  asked.once('upgrade', () => reject(new Error('it was taken')));
  asked.once('error', reject);
  asked.once('response', (response) => resolve(response.resume().statusCode));
  asked.end();
  expect(await promise).toBe(404);
});

it('is not ready if only probes are enabled and there is a problem', async () => {
  const problems = ['The database does not answer.'];
  const service = fakeService({ readiness: async () => ({ isReady: false, problems }) });
  const { url } = await startServer({ endpoints: 'probes', service });
  const answer = await fetch(`${url}/readyz`);
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'not ready', problems }]);
});
