import type { AdminActor, SignInAttempt } from '@parlance/core/administration';
import { SpeechError } from '@parlance/core/errors';
import { describe, expect, it } from 'vitest';
import { ADMIN, ADMIN_TOKEN } from './support/admin.ts';
import { fakeAdmin, SESSION, SESSION_TOKEN, withSession } from './support/fake-admin.ts';
import { APP, fakeService } from './support/fake-service.ts';
import { errorOf, startServer } from './support/test-server.ts';

const COOKIE = { cookie: `theme=dark; parlance_session=${SESSION_TOKEN}` };
/** As the log of actions is to name who comes with the cookie. */
const OPERATOR = { actor: 'session', sessionId: SESSION.sessionId, address: '127.0.0.1' };
const JSON_TYPE = { 'content-type': 'application/json' };

async function start(
  script: Parameters<typeof fakeAdmin>[0] = {},
  publicUrl?: string,
  trustedProxies: readonly string[] = [],
) {
  const attempts: SignInAttempt[] = [];
  const signedOut: unknown[] = [];
  const revokedBy: (AdminActor | undefined)[] = [];
  const { admin } = fakeAdmin({
    ...withSession,
    signIn: async (attempt) => {
      attempts.push(attempt);
      if (attempt.password !== 'right' && !attempt.isAdminToken)
        throw new SpeechError('UNAUTHORIZED', 'The password is wrong.');
      return { ...SESSION, token: SESSION_TOKEN };
    },
    signOut: async (...call) => void signedOut.push(call),
    ...script,
  });
  const service = fakeService({
    admin,
    getApp: async () => APP,
    revokeApp: async (_appId, by) => {
      revokedBy.push(by);
      return APP;
    },
  });
  const options = {
    service,
    adminToken: ADMIN_TOKEN,
    trustedProxies,
    ...(publicUrl === undefined ? {} : { publicUrl }),
  };
  const { url } = await startServer(options);
  const call = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
    fetch(`${url}/admin/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const signIn = (password: unknown, headers: Record<string, string> = {}) =>
    call('POST', '/session', { ...JSON_TYPE, ...headers }, { password });
  return { url, call, signIn, attempts, revokedBy, signedOut };
}

describe('signing in', () => {
  it('sets a cookie that no script can read and no other site can send', async () => {
    const { signIn, attempts } = await start();
    const response = await signIn('right');
    expect([response.status, response.headers.get('cache-control')]).toEqual([204, 'no-store']);
    expect(response.headers.get('set-cookie')).toBe(
      `parlance_session=${SESSION_TOKEN}; Path=/; HttpOnly; SameSite=Strict`,
    );
    expect(attempts).toEqual([{ password: 'right', address: '127.0.0.1', isAdminToken: false }]);
  });

  it('accepts the admin token as the password', async () => {
    const { signIn, attempts } = await start();
    expect((await signIn(ADMIN_TOKEN)).status).toBe(204);
    expect(attempts).toMatchObject([{ isAdminToken: true }]);
  });

  it('sets a cookie only for https if callers use https', async () => {
    const { signIn } = await start({}, 'https://speech.example');
    expect((await signIn('right')).headers.get('set-cookie')).toMatch(/; Secure$/);
  });

  it.each([
    [[], '127.0.0.1'],
    [['10.0.0.0/8'], '127.0.0.1'],
    [['127.0.0.1'], '203.0.113.7'],
    [['127.0.0.1', '203.0.113.7'], '198.51.100.9'],
  ])('is counted for the address before the trusted proxies %j: %s', async (trustedProxies, address) => {
    const { signIn, attempts } = await start({}, undefined, trustedProxies);
    await signIn('wrong', { 'x-forwarded-for': '198.51.100.9, 203.0.113.7' });
    expect(attempts).toMatchObject([{ address }]);
  });

  it('sets a cookie only for https if a trusted proxy reports that callers use it', async () => {
    const { signIn } = await start({}, undefined, ['127.0.0.1']);
    const headers = { 'x-forwarded-proto': 'https' };
    expect((await signIn('right', headers)).headers.get('set-cookie')).toMatch(/; Secure$/);
    const unbelieved = await start();
    expect((await unbelieved.signIn('right', headers)).headers.get('set-cookie')).not.toMatch(/Secure/);
  });

  it('sets a cookie that a browser keeps which uses http beside the public address', async () => {
    const { url, signIn } = await start({}, 'https://speech.example');
    const cookieFor = async (origin: string) => (await signIn('right', { origin })).headers.get('set-cookie');
    expect(await cookieFor(url)).toMatch(/; SameSite=Strict$/);
    expect(await cookieFor('https://speech.example')).toMatch(/; Secure$/);
  });

  it('with a wrong password is 401 and sets nothing', async () => {
    const { signIn } = await start();
    const response = await signIn('wrong');
    expect([response.status, response.headers.get('set-cookie')]).toEqual([401, null]);
  });

  it('too often is 429 with the seconds to wait', async () => {
    const tooMany = new SpeechError('REQUEST_RATE_EXCEEDED', 'Too many.', { retryAfterSeconds: 12 });
    const { signIn } = await start({ signIn: async () => Promise.reject(tooMany) });
    const response = await signIn('wrong');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '12']);
    expect((await errorOf(response)).code).toBe('TOO_MANY_REQUESTS');
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('from a page of another origin (%j) is 403', async (headers) => {
    const { signIn, attempts } = await start();
    expect((await signIn('right', headers as Record<string, string>)).status).toBe(403);
    expect(attempts).toEqual([]);
  });

  it.each([undefined, '', 5, 'x'.repeat(1001)])('refuses the password %j', async (password) => {
    const { signIn } = await start();
    expect((await signIn(password)).status).toBe(400);
  });
});

describe('a session', () => {
  it('is shown with its end, and ends when it is deleted', async () => {
    const { call, signedOut } = await start();
    const shown = await call('GET', '/session', COOKIE);
    expect(await shown.json()).toEqual({ signedIn: true, expiresAt: SESSION.expiresAt });
    const gone = await call('DELETE', '/session', { ...COOKIE, 'sec-fetch-site': 'same-origin' });
    expect([gone.status, gone.headers.get('set-cookie')]).toEqual([
      204,
      'parlance_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    ]);
    expect(signedOut).toEqual([[SESSION_TOKEN, OPERATOR]]);
  });

  it.each([[{}], [{ cookie: 'parlance_session=other-token-of-nobody' }], [{ cookie: 'parlance_session=' }]])(
    'is none with %j',
    async (headers) => {
      const { call } = await start();
      expect((await call('GET', '/session', headers as Record<string, string>)).status).toBe(401);
      expect((await call('GET', '/apps/app-1', headers as Record<string, string>)).status).toBe(401);
    },
  );

  it('reads without further checks', async () => {
    const { call } = await start();
    expect((await call('GET', '/apps/app-1', COOKIE)).status).toBe(200);
  });

  it.each([
    [{}, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ origin: 'SELF' }, 200],
  ])('changes something with %j: %i', async (headers, status) => {
    const { url, call, revokedBy } = await start();
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value === 'SELF' ? url : value]),
    );
    const response = await call('POST', '/apps/app-1/revoke', { ...COOKIE, ...given });
    expect(response.status).toBe(status);
    if (status === 403) expect((await errorOf(response)).code).toBe('FORBIDDEN');
    expect(revokedBy).toEqual(status === 200 ? [OPERATOR] : []);
  });

  it('accepts the public address as its own', async () => {
    const { call } = await start({}, 'https://speech.example');
    const headers = { ...COOKIE, origin: 'https://speech.example' };
    expect((await call('POST', '/apps/app-1/revoke', headers)).status).toBe(200);
  });

  it('does not replace a wrong token that is sent with it', async () => {
    const { call } = await start();
    const headers = { ...COOKIE, authorization: 'Bearer wrong' };
    expect((await call('GET', '/apps/app-1', headers)).status).toBe(401);
  });
});

describe('the admin token', () => {
  it('needs no cookie and no origin', async () => {
    const { call, revokedBy } = await start();
    expect((await call('POST', '/apps/app-1/revoke', ADMIN)).status).toBe(200);
    expect(revokedBy).toEqual([{ actor: 'token', sessionId: null, address: '127.0.0.1' }]);
  });
});
