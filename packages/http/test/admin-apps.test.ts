import type { NewAppInput } from '@parlance/core/administration';
import { SpeechError } from '@parlance/core/errors';
import { describe, expect, it } from 'vitest';
import { fakeAdmin } from './support/fake-admin.ts';
import { APP, CREDENTIALS, fakeService } from './support/fake-service.ts';
import { errorOf, startServer } from './support/test-server.ts';

const ADMIN_TOKEN = 'admin-token';
const ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` };
const VIEW = {
  appId: 'app-1',
  name: 'First',
  createdAt: APP.createdAt,
  expiresAt: null,
  revokedAt: null,
  ttsConcurrency: 5,
  sttConcurrency: 5,
  requestsPerMinute: null,
  lastUsedAt: null,
  credits: null,
  seconds: null,
};

async function startAdmin() {
  const created: NewAppInput[] = [];
  const queries: unknown[] = [];
  const find = (appId: string): typeof APP => {
    if (appId !== APP.appId) throw new SpeechError('NOT_FOUND', 'There is no app of this id.');
    return APP;
  };
  const service = fakeService({
    createApp: async (request) => {
      created.push(request);
      return { app: { ...APP, name: request.name }, token: 'new.token' };
    },
    listApps: async (query) => {
      queries.push(query);
      if (query.cursor === 'nobody') throw new SpeechError('INVALID_INPUT', 'cursor is foreign.');
      return { items: [{ app: APP, balances: { credits: null, seconds: null } }], nextCursor: 'next' };
    },
    getApp: async (appId) => find(appId),
    revokeApp: async (appId) => ({ ...find(appId), revokedAt: '2026-11-21T01:00:00.000Z' }),
  });
  const { url } = await startServer({ service, adminToken: ADMIN_TOKEN });
  const post = (body: unknown) =>
    fetch(`${url}/admin/v1/apps`, {
      method: 'POST',
      headers: { ...ADMIN, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const get = (path: string) => fetch(`${url}/admin/v1/apps${path}`, { headers: ADMIN });
  return { url, created, queries, post, get };
}

describe('the admin API', () => {
  it('creates an app and shows its token and secret only once', async () => {
    const { post, created } = await startAdmin();
    const response = await post({ name: '  My app ', expires: '30d', ttsConcurrency: 2 });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.json()).toEqual({
      appId: 'app-1',
      name: 'My app',
      token: 'new.token',
      webhookSecret: APP.webhookSecret,
      expiresAt: null,
    });
    expect(created).toEqual([{ name: 'My app', expires: '30d', ttsConcurrency: 2 }]);
  });

  it.each([
    [{}, /^name is required/],
    [{ name: '' }, /^name must be a string of 1 to 100/],
    [{ name: '   ' }, /^name must be a string of 1 to 100/],
    [{ name: 'x'.repeat(101) }, /^name must be a string of 1 to 100/],
    [{ name: 5 }, /^name must be a string/],
    [{ name: 'x', ttsConcurrency: 0 }, /^ttsConcurrency must be a whole number from 1 to 10000/],
    [{ name: 'x', sttConcurrency: '5' }, /^sttConcurrency must be a whole number/],
    [{ name: 'x', expires: 7 }, /^expires must be a string/],
    [{ name: 'x', credits: -1 }, /^credits must be a number from 0 to 999999999999/],
    [{ name: 'x', seconds: '1s' }, /^seconds must be a number from 0 to 999999999999/],
    [[], /^The body must be a JSON object/],
  ])('refuses to create from %j', async (body, message) => {
    const { post, created } = await startAdmin();
    const response = await post(body);
    expect(response.status).toBe(400);
    expect((await errorOf(response)).message).toMatch(message);
    expect(created).toEqual([]);
  });

  it('lists apps page by page, without secrets', async () => {
    const { get, queries } = await startAdmin();
    const first = await (await get('?search=fir&limit=20')).json();
    expect(first).toEqual({ apps: [VIEW], nextCursor: 'next' });
    expect(JSON.stringify(first)).not.toMatch(/whsec|token/i);
    await get('?cursor=next');
    expect(queries).toEqual([
      { search: 'fir', limit: 20 },
      { cursor: 'next', limit: 20 },
    ]);
  });

  it.each(['?limit=0', '?limit=101', '?cursor=nobody', '?limit=x'])(
    'refuses the list query %s',
    async (query) => {
      const { get } = await startAdmin();
      expect((await get(query)).status).toBe(400);
    },
  );

  it('shows and revokes one app; an unknown one is 404', async () => {
    const { url, get } = await startAdmin();
    expect(await (await get('/app-1')).json()).toEqual(VIEW);
    const revoke = (appId: string) =>
      fetch(`${url}/admin/v1/apps/${appId}/revoke`, { method: 'POST', headers: ADMIN });
    expect(await (await revoke('app-1')).json()).toEqual({ ...VIEW, revokedAt: '2026-11-21T01:00:00.000Z' });
    for (const response of [await get('/app-x'), await revoke('app-x')]) {
      expect([response.status, (await errorOf(response)).code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it.each([
    ['POST', ''],
    ['GET', ''],
    ['GET', '/app-1'],
    ['POST', '/app-1/revoke'],
  ])('%s %s is only for the admin', async (method, path) => {
    const { url } = await startAdmin();
    const strangers = [
      {},
      CREDENTIALS,
      { authorization: 'Bearer admin-toke' },
      { authorization: 'Bearer admin-token2' },
    ];
    for (const headers of strangers) {
      const response = await fetch(`${url}/admin/v1/apps${path}`, {
        method,
        headers: headers as Record<string, string>,
      });
      expect([response.status, (await errorOf(response)).code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  it('does not exist without an admin token', async () => {
    const { url } = await startServer();
    expect((await fetch(`${url}/admin/v1/apps`, { headers: ADMIN })).status).toBe(404);
  });

  it("shows and replaces an app's vocabulary", async () => {
    const terms = [{ term: 'Siobhan', saidAs: 'shivawn' }, { term: 'Ozempic' }];
    let kept: { terms: typeof terms; by: unknown } | undefined;
    const view = (appId: string) => ({ appId, terms: kept?.terms ?? [], changedAt: null });
    const service = fakeService({
      getVocabulary: async (appId) => view(appId),
      putVocabulary: async (appId, given, by) => {
        kept = { terms: [...given] as typeof terms, by };
        return view(appId);
      },
    });
    const { url } = await startServer({ service, adminToken: ADMIN_TOKEN });
    const at = `${url}/admin/v1/apps/app-1/vocabulary`;
    const put = (body: unknown, headers: Record<string, string> = ADMIN) =>
      fetch(at, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect(await (await fetch(at, { headers: ADMIN })).json()).toEqual({ ...view('app-1'), terms: [] });
    const answer = await put({ terms: [...terms, { term: 'Nvidia', note: 'dropped' }] });
    expect(await answer.json()).toMatchObject({ terms: [...terms, { term: 'Nvidia' }] });
    expect(kept?.by).toMatchObject({ actor: 'token' });
    expect(await (await fetch(at, { headers: ADMIN })).json()).toMatchObject({ appId: 'app-1' });
    expect((await put({ terms }, {})).status).toBe(401);
    expect((await fetch(at, { method: 'DELETE', headers: ADMIN })).status).toBe(405);
    const refused = await put({ terms: [{ term: '' }] });
    expect([refused.status, (await errorOf(refused)).message]).toEqual([
      400,
      'terms.0.term must have a letter or a digit.',
    ]);
  });

  it('reports what is recognized when a voice speaks terms', async () => {
    const trial = { term: 'Siobhan', sentences: 4, right: 1, forms: ['she von'], ordinary: ['chevron'] };
    let given: unknown[] = [];
    const { admin } = fakeAdmin({
      tryVocabulary: async (appId, input) => {
        given = [appId, input];
        return { voiceCode: 'joe', trials: [trial] };
      },
    });
    const { url } = await startServer({ service: { ...fakeService(), admin }, adminToken: ADMIN_TOKEN });
    const post = (body: unknown, headers: Record<string, string> = ADMIN) =>
      fetch(`${url}/admin/v1/apps/app-1/vocabulary/trials`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const terms = [{ term: 'Siobhan', saidAs: 'shivawn' }];
    expect(await (await post({ terms, voiceCode: 'joe' })).json()).toEqual({
      voiceCode: 'joe',
      trials: [trial],
    });
    expect(given).toEqual(['app-1', { terms, voiceCode: 'joe' }]);
    expect((await post({ terms }, {})).status).toBe(401);
    const tooMany = await post({ terms: Array.from({ length: 11 }, (_, index) => ({ term: `t${index}` })) });
    expect((await errorOf(tooMany)).message).toBe(
      'terms has 11 terms; the limit is 10: try the others in another call.',
    );
  });

  it('accepts the maximum number of terms with the maximum length', async () => {
    const service = fakeService({
      putVocabulary: async (appId, terms) => ({ appId, terms, changedAt: null }),
    });
    const { url } = await startServer({ service, adminToken: ADMIN_TOKEN });
    const long = (chars: number, index: number) => `${index}`.padEnd(chars - 1, '漢');
    const terms = Array.from({ length: 1000 }, (_, index) => ({
      term: long(80, index),
      saidAs: long(200, index),
      heardAs: Array.from({ length: 10 }, (__, form) => long(80, form)),
    }));
    const put = (given: unknown) =>
      fetch(`${url}/admin/v1/apps/app-1/vocabulary`, {
        method: 'PUT',
        headers: { ...ADMIN, 'content-type': 'application/json' },
        body: JSON.stringify({ terms: given }),
      });
    expect((await put(terms)).status).toBe(200);
    const tooMany = await put([...terms, { term: 'x' }]);
    expect((await errorOf(tooMany)).message).toMatch(/^terms has 1001 terms; the limit is 1000/);
  });
});
