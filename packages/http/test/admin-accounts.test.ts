import type { NewAppInput } from '@parlance/core/administration';
import { SpeechError } from '@parlance/core/errors';
import type { Idempotency } from '@parlance/core/requests';
import type { SpeechService } from '@parlance/core/service';
import { describe, expect, it } from 'vitest';
import { ADMIN, startAdmin } from './support/admin.ts';
import { APP } from './support/fake-service.ts';
import { errorOf } from './support/test-server.ts';

type TopUp = Parameters<SpeechService['topUp']>;

const ROTATED = {
  appId: APP.appId,
  webhookSecret: 'whsec_bmV3',
  oldSecretSignsUntil: '2026-11-22T00:00:00.000Z',
};

const UNKNOWN = new SpeechError('NOT_FOUND', 'There is no app of this id.');

/** One app whose balances a top-up really changes; a reference counts once. */
function account() {
  const balances = { credits: '1.5', seconds: null } as { credits: string | null; seconds: string | null };
  const topUps: TopUp[] = [];
  const script: Partial<SpeechService> = {
    getApp: async (appId) => {
      if (appId !== APP.appId) throw UNKNOWN;
      return APP;
    },
    getBalances: async () => balances,
    topUp: async (appId, added) => {
      if (appId !== APP.appId) throw UNKNOWN;
      const isReplay =
        added.reference !== undefined && topUps.some(([, { reference }]) => reference === added.reference);
      topUps.push([appId, added]);
      for (const unit of ['credits', 'seconds'] as const) {
        const amount = added[unit];
        if (isReplay || amount === undefined) continue;
        balances[unit] = String(Number(balances[unit] ?? 0) + Number(amount));
      }
      return { ...balances, isReplay };
    },
  };
  return { topUps, balances, script };
}

describe("an app's balances", () => {
  it.each([
    [
      { credits: '12.50', seconds: null },
      { credits: 12.5, seconds: null },
    ],
    [
      { credits: null, seconds: '-3' },
      { credits: null, seconds: -3 },
    ],
  ])('%j is shown as numbers', async (balances, shown) => {
    const { get } = await startAdmin({ getApp: async () => APP, getBalances: async () => balances });
    expect(await (await get('/apps/app-1')).json()).toMatchObject(shown);
  });

  it('is shown to the last digit, even if a double would be rounded', async () => {
    const balances = { credits: '123456789012.123456789', seconds: '0.1' };
    const { get } = await startAdmin({ getApp: async () => APP, getBalances: async () => balances });
    expect(await (await get('/apps/app-1')).text()).toContain(
      '"credits":123456789012.123456789,"seconds":0.1',
    );
  });

  it('is part of a list, and is not queried app by app', async () => {
    const asked: string[] = [];
    const apps = ['app-1', 'app-2'].map((appId) => ({ ...APP, appId }));
    const { get } = await startAdmin({
      listApps: async () => ({
        items: apps.map((app) => ({ app, balances: { credits: app.appId.slice(-1), seconds: null } })),
        nextCursor: null,
      }),
      getBalances: async (appId) => {
        asked.push(appId);
        return { credits: null, seconds: null };
      },
    });
    const { apps: listed } = (await (await get('/apps')).json()) as { apps: { credits: number }[] };
    expect(listed.map(({ credits }) => credits)).toEqual([1, 2]);
    expect(asked).toEqual([]);
  });
});

describe('POST /admin/v1/apps', () => {
  it('passes on exact credits and seconds, and a key', async () => {
    const given: { request: NewAppInput; key: Idempotency | undefined }[] = [];
    const { post } = await startAdmin({
      createApp: async (request, options) => {
        given.push({ request, key: options?.idempotency });
        return { app: APP, token: 'new.token', isReplay: given.length > 1 };
      },
    });
    const body = { name: 'a', credits: '0.1', seconds: 3600 };
    const first = await post('/apps', body, { 'idempotency-key': 'k' });
    const second = await post('/apps', body, { 'idempotency-key': 'k' });
    expect(given[0]).toEqual({
      request: { name: 'a', credits: '0.1', seconds: '3600' },
      key: { path: '/admin/v1/apps', key: 'k', bodyHash: expect.stringMatching(/^[\da-f]{64}$/) },
    });
    expect(given[1]).toEqual(given[0]);
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect(await second.json()).toEqual(await first.json());
  });

  it('is 409 if the key was used with another body', async () => {
    const { post } = await startAdmin({
      createApp: async () => {
        throw new SpeechError('IDEMPOTENCY_CONFLICT', 'Another body.');
      },
    });
    const response = await post('/apps', { name: 'a' }, { 'idempotency-key': 'k' });
    expect([response.status, (await errorOf(response)).code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });
});

describe('POST /admin/v1/apps/{id}/top-up', () => {
  it('adds, and returns the app with its new balances', async () => {
    const { topUps, script } = account();
    const { post } = await startAdmin(script);
    const response = await post('/apps/app-1/top-up', { credits: 2.5 });
    expect([response.status, response.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect(await response.json()).toMatchObject({ appId: 'app-1', credits: 4, seconds: null });
    expect(topUps).toEqual([['app-1', { credits: '2.5', reference: undefined }]]);
  });

  it('may add both, and counts once under a key', async () => {
    const { script } = account();
    const { post } = await startAdmin(script);
    const key = { 'idempotency-key': 'invoice 17' };
    const answers = [];
    for (let time = 0; time < 2; time++) {
      answers.push(await post('/apps/app-1/top-up', { credits: '1', seconds: 60 }, key));
    }
    expect(answers.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    for (const answer of answers) expect(await answer.json()).toMatchObject({ credits: 2.5, seconds: 60 });
  });

  it.each([
    [{}, {}, 400, /must have credits, seconds or both/],
    [{ credits: 0 }, {}, 400, /^credits must be above 0/],
    [{ seconds: -1 }, {}, 400, /^seconds must be a number from 0/],
    [[], {}, 400, /^The body must be a JSON object/],
    [{ credits: 1 }, { 'idempotency-key': 'x'.repeat(256) }, 400, /^Idempotency-Key must be/],
  ])('refuses %j with %j', async (body, headers, status, message) => {
    const { topUps, script } = account();
    const { post } = await startAdmin(script);
    const response = await post('/apps/app-1/top-up', body, headers as Record<string, string>);
    expect(response.status).toBe(status);
    expect((await errorOf(response)).message).toMatch(message);
    expect(topUps).toEqual([]);
  });

  it('of an unknown app is 404', async () => {
    const { post } = await startAdmin(account().script);
    const response = await post('/apps/app-x/top-up', { credits: 1 });
    expect([response.status, (await errorOf(response)).code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('POST /admin/v1/apps/{id}/webhook-secret/rotate', () => {
  it('shows the new secret, and until when the old one signs', async () => {
    const { post } = await startAdmin({
      rotateWebhookSecret: async () => ROTATED,
    });
    const response = await post('/apps/app-1/webhook-secret/rotate');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(response.headers.get('idempotent-replayed')).toBeNull();
    expect(await response.json()).toEqual(ROTATED);
  });

  it('passes a key on, reports a repeat, and treats another app or body as another request', async () => {
    const given: (Idempotency | undefined)[] = [];
    const { post } = await startAdmin({
      rotateWebhookSecret: async (appId, options) => {
        given.push(options?.idempotency);
        return { ...ROTATED, appId, isReplay: given.length === 2 };
      },
    });
    const rotate = (appId: string, body?: object) =>
      post(`/apps/${appId}/webhook-secret/rotate`, body, { 'idempotency-key': 'k' });
    const answers = [await rotate('app-1'), await rotate('app-1')];
    expect(answers.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    for (const answer of answers) expect(await answer.json()).toEqual(ROTATED);
    await rotate('app-2');
    await rotate('app-1', { reason: 'leaked' });
    const [first, second, ofOther, withBody] = given;
    expect(first).toMatchObject({ key: 'k', bodyHash: expect.stringMatching(/^[\da-f]{64}$/) });
    expect(second).toEqual(first);
    expect(new Set(given.map((idempotency) => idempotency?.path)).size).toBe(1);
    expect(new Set([first, ofOther, withBody].map((idempotency) => idempotency?.bodyHash)).size).toBe(3);
  });

  it.each([
    ['IDEMPOTENCY_CONFLICT', 409, 'IDEMPOTENCY_CONFLICT', null],
    ['REQUEST_RATE_EXCEEDED', 429, 'TOO_MANY_REQUESTS', '3600'],
    ['NOT_FOUND', 404, 'NOT_FOUND', null],
  ] as const)('that fails by %s is %i', async (refusal, status, code, retryAfter) => {
    const details = retryAfter === null ? {} : { retryAfterSeconds: Number(retryAfter) };
    const { post } = await startAdmin({
      rotateWebhookSecret: () => Promise.reject(new SpeechError(refusal, 'Refused.', details)),
    });
    const response = await post('/apps/app-1/webhook-secret/rotate', undefined, { 'idempotency-key': 'k' });
    expect([response.status, (await errorOf(response)).code]).toEqual([status, code]);
    expect(response.headers.get('retry-after')).toBe(retryAfter);
  });

  it('with a malformed key is refused, and nothing is rotated', async () => {
    const { post } = await startAdmin();
    const key = { 'idempotency-key': 'k'.repeat(256) };
    const response = await post('/apps/app-1/webhook-secret/rotate', undefined, key);
    expect([response.status, (await errorOf(response)).code]).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('POST /admin/v1/apps/{id}/token/rotate', () => {
  const rotated = {
    appId: 'app-1',
    token: 'a.new.token',
    expiresAt: null,
    oldTokenGoodUntil: '2026-11-22T01:00:00.000Z',
  };

  it('shows the new token, at once or with a grace period, and reports a repeat', async () => {
    const given: unknown[] = [];
    const { post } = await startAdmin({
      rotateToken: async (_appId, { graceSeconds, idempotency, by }) => {
        given.push([graceSeconds, idempotency?.key, by?.actor]);
        return { ...rotated, isReplay: idempotency !== undefined };
      },
    });
    const first = await post('/apps/app-1/token/rotate');
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await first.json()).toEqual(rotated);
    const repeat = await post('/apps/app-1/token/rotate', { graceSeconds: 3600 }, { 'idempotency-key': 'k' });
    expect(repeat.headers.get('idempotent-replayed')).toBe('true');
    expect(given).toEqual([
      [0, undefined, 'token'],
      [3600, 'k', 'token'],
    ]);
  });

  it.each([-1, 2_592_001, 1.5, '60'])('refuses a grace period of %j', async (graceSeconds) => {
    const { post } = await startAdmin();
    const response = await post('/apps/app-1/token/rotate', { graceSeconds });
    expect(response.status).toBe(400);
    expect((await errorOf(response)).message).toContain('graceSeconds must be a whole number of seconds');
  });
});

describe('accounts', () => {
  it.each(['/apps/app-1/top-up', '/apps/app-1/webhook-secret/rotate', '/webhooks/x/replay'])(
    'POST %s is only for the admin',
    async (path) => {
      const { url } = await startAdmin(account().script);
      for (const authorization of ['', 'Bearer x', `${ADMIN.authorization}2`]) {
        const response = await fetch(`${url}/admin/v1${path}`, {
          method: 'POST',
          headers: { authorization },
        });
        expect(response.status).toBe(401);
      }
    },
  );
});
