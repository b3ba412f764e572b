import { describe, expect, it } from 'vitest';
import { ADMIN_TOKEN } from './support/admin.ts';
import { fakeAdmin } from './support/fake-admin.ts';
import { CREDENTIALS, fakeService } from './support/fake-service.ts';
import { postJson, startServer } from './support/test-server.ts';

const ORIGIN = 'https://app.example';
const SPEECH = { mode: 'sync', voiceCode: 'voice-00', text: 'Hello' };

function start(corsOrigins: readonly string[]) {
  const service = fakeService(fakeAdmin());
  return startServer({ service, adminToken: ADMIN_TOKEN, localPlayground: true, corsOrigins });
}

const preflight = (url: string, origin = ORIGIN, wanted = 'authorization,app-id,content-type') =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': wanted,
    },
  });

/** Names of all CORS headers of an answer. */
const corsHeaders = ({ headers }: Response): readonly string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control'));

describe('with a list of origins', () => {
  it('answers a preflight of a listed one, to be cached', async () => {
    const { url } = await start(['https://other.example', ORIGIN]);
    const answer = await preflight(`${url}/v1/tts`, ORIGIN, 'authorization,x-stainless-os');
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': 'authorization,x-stainless-os',
      'access-control-max-age': '7200',
      vary: 'Origin, Access-Control-Request-Headers',
    });
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
  });

  it('lets scripts read answers, errors and their headers', async () => {
    const { url } = await start([ORIGIN]);
    const spoken = await postJson(`${url}/v1/tts`, SPEECH, { origin: ORIGIN });
    expect(spoken.status).toBe(200);
    const refused = await fetch(`${url}/api/public/v1/voices`, { headers: { origin: ORIGIN } });
    expect(refused.status).toBe(401);
    for (const { headers } of [spoken, refused]) {
      expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
      expect(headers.get('access-control-expose-headers')).toBe(
        'X-Request-Id, X-Characters, X-Credits, X-Warnings, Retry-After, Server-Timing, Idempotent-Replayed',
      );
      expect(headers.get('vary')).toBe('Origin');
    }
  });

  it.each(['https://evil.example', 'https://app.example.evil.example', 'http://app.example', 'null'])(
    'has nothing for %s',
    async (origin) => {
      const { url } = await start([ORIGIN]);
      expect(corsHeaders(await preflight(`${url}/v1/tts`, origin))).toEqual([]);
      const answer = await postJson(`${url}/v1/tts`, SPEECH, { origin });
      expect(corsHeaders(answer)).toEqual([]);
      expect(answer.headers.get('vary')).toBe('Origin');
    },
  );

  it('answers preflights of addresses that other packages mounted on the same server', async () => {
    const { url } = await start([ORIGIN]);
    expect((await preflight(`${url}/v1/audio/speech`)).status).toBe(204);
  });

  it('repeats no header that is not a valid name', async () => {
    const { url } = await start([ORIGIN]);
    const answer = await preflight(`${url}/v1/tts`, ORIGIN, 'a;b="c"');
    expect(answer.headers.has('access-control-allow-headers')).toBe(false);
  });
});

it('allows any origin with *, with the same answer for all', async () => {
  const { url } = await start(['*']);
  const answer = await postJson(`${url}/v1/tts`, SPEECH, { origin: 'https://any.example' });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.has('vary')).toBe(false);
});

it.each([
  '/console',
  '/admin/v1/apps',
  '/admin/v1/session',
  '/playground/token',
  '/',
  '/metrics',
  '/%61dmin/v1/apps',
])('never opens %s', async (path) => {
  const { url } = await start(['*', ORIGIN]);
  expect(corsHeaders(await preflight(url + path))).toEqual([]);
  expect(corsHeaders(await fetch(url + path, { headers: { origin: ORIGIN } }))).toEqual([]);
});

it('is off unless it is set', async () => {
  const { url } = await startServer();
  expect(corsHeaders(await preflight(`${url}/v1/tts`))).toEqual([]);
  const answer = await postJson(`${url}/v1/tts`, SPEECH, { ...CREDENTIALS, origin: ORIGIN });
  expect([...corsHeaders(answer), answer.headers.get('vary')]).toEqual([null]);
});
