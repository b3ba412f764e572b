import { describe, expect, it } from 'vitest';
import type { TokenClaims } from '../src/accounts/index.ts';
import {
  createClientToken,
  issuePlaygroundToken,
  listApps,
  rotateToken,
} from '../src/administration/index.ts';
import { type Bench, insertApp, openBench } from './support/bench.ts';

const DAY_MS = 86_400_000;
const OPERATOR = { actor: 'token', sessionId: null, address: null } as const;
const keyed = (key: string, bodyHash = 'hash') => ({ idempotency: { path: '/path', key, bodyHash } });

/** What issues tokens that show their claims. */
function issuerOf({ ports }: Bench) {
  return {
    ...ports,
    tokens: {
      issue: async (claims: TokenClaims) => JSON.stringify(claims),
      verify: () => Promise.reject(new TypeError('not asked')),
    },
  };
}

const at = ({ clock }: Bench, inMs: number): string => new Date(clock.now() + inMs).toISOString();

describe('a rotated token', () => {
  it('takes the place of the old one at once, and keeps the expiry of its app', async () => {
    await using bench = await openBench();
    const { apps } = bench.records;
    const expiresAt = at(bench, DAY_MS);
    await apps.update('app1', { expiresAt });
    const rotated = await rotateToken(issuerOf(bench), 'app1', { graceSeconds: 0, by: OPERATOR });
    expect(rotated).toMatchObject({ appId: 'app1', expiresAt, oldTokenGoodUntil: null, isReplay: false });
    const { tokenId } = JSON.parse(rotated.token) as TokenClaims;
    expect(JSON.parse(rotated.token)).toEqual({ appId: 'app1', tokenId, expiresAt });
    expect(await apps.get('app1')).toMatchObject({ tokenId, retiredTokens: [] });
    expect(await bench.records.audit.list({ limit: 5 })).toMatchObject([
      { action: 'token-rotate', target: 'app1', actor: 'token' },
    ]);
  });

  it('leaves the old one valid for as long as was asked for', async () => {
    await using bench = await openBench();
    const until = at(bench, 60_000);
    const rotated = await rotateToken(issuerOf(bench), 'app1', { graceSeconds: 60 });
    expect(rotated.oldTokenGoodUntil).toBe(until);
    expect((await bench.records.apps.get('app1'))?.retiredTokens).toEqual([{ tokenId: 'token-app1', until }]);
  });

  it('is made once for a key, and is shown again to a repeat until it is replaced', async () => {
    await using bench = await openBench();
    const issuer = issuerOf(bench);
    const input = { graceSeconds: 60, ...keyed('k') };
    const first = await rotateToken(issuer, 'app1', input);
    expect(await rotateToken(issuer, 'app1', input)).toEqual({ ...first, isReplay: true });
    await rotateToken(issuer, 'app1', { graceSeconds: 0, ...keyed('other') });
    await expect(rotateToken(issuer, 'app1', input)).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  });

  it.each([
    ['was revoked', { revokedAt: '2026-01-01T00:00:00.000Z' }],
    ['has expired', { expiresAt: '2020-01-01T00:00:00.000Z' }],
  ])('is refused to an app that %s', async (_what, change) => {
    await using bench = await openBench();
    await bench.records.apps.update('app1', change);
    const refused = rotateToken(issuerOf(bench), 'app1', { graceSeconds: 0 });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { field: 'appId' } });
    const unknown = rotateToken(issuerOf(bench), 'nobody', { graceSeconds: 0 });
    await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a client token', () => {
  it('lasts and may be used as long and as often as was asked for', async () => {
    await using bench = await openBench();
    const issuer = issuerOf(bench);
    const limited = await createClientToken(
      issuer,
      { expiresInSeconds: 60, maxUses: 3 },
      { caller: bench.app },
    );
    expect(limited).toMatchObject({
      appId: 'app1',
      expiresAt: at(bench, 60_000),
      maxUses: 3,
      isReplay: false,
    });
    expect(JSON.parse(limited.token)).toMatchObject({ tokenId: 'token-app1', client: { maxUses: 3 } });
    const free = await createClientToken(issuer, { expiresInSeconds: 60 }, { caller: bench.app });
    expect(free.maxUses).toBeNull();
    expect(JSON.parse(free.token).client).toEqual({ clientTokenId: expect.any(String) });
  });

  it('is the same for the same key, though it is not kept', async () => {
    await using bench = await openBench();
    const issuer = issuerOf(bench);
    const ask = (key: string) =>
      createClientToken(issuer, { expiresInSeconds: 60, maxUses: 3 }, { caller: bench.app, ...keyed(key) });
    const first = await ask('k');
    bench.clock.advance(1000);
    expect(await ask('k')).toEqual({ ...first, isReplay: true });
    expect(await ask('other')).toMatchObject({ isReplay: false, expiresAt: at(bench, 60_000) });
  });

  it('makes no other one', async () => {
    await using bench = await openBench();
    const caller = { ...bench.app, clientToken: { clientTokenId: 'client1' } };
    const refused = createClientToken(issuerOf(bench), { expiresInSeconds: 60 }, { caller });
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('of the playground is that of the oldest app named default that can be used', async () => {
    await using bench = await openBench();
    const { apps } = bench.records;
    await expect(issuePlaygroundToken(issuerOf(bench))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const app = await insertApp(async () => undefined, 'app');
    // More than a page of others that are found by that name.
    for (let count = 0; count < 120; count += 1) {
      const appId = `other${String(count).padStart(3, '0')}`;
      await apps.insert({ ...app, appId, tokenId: appId, name: `default ${count}` });
    }
    const revokedAt = '2026-01-01T00:00:00.000Z';
    await apps.insert({ ...app, appId: 'used1', tokenId: 'used1', name: 'default', revokedAt });
    await expect(issuePlaygroundToken(issuerOf(bench))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const appId of ['used2', 'used3'])
      await apps.insert({ ...app, appId, tokenId: appId, name: 'default' });
    const issued = await issuePlaygroundToken(issuerOf(bench));
    expect(issued).toMatchObject({ appId: 'used2', expiresAt: at(bench, 600_000) });
  });
});

describe('a list of apps', () => {
  it('shows each with its own balances, page by page', async () => {
    await using bench = await openBench({ seconds: '5' });
    const { apps, ledger } = bench.records;
    await insertApp(apps.insert, 'app2');
    await insertApp(apps.insert, 'zebra');
    await ledger.setBalance('app2', 'credits', '7');
    await ledger.setBalance('app2', 'seconds', '9');
    const ask = (cursor?: string) =>
      listApps(bench.records, bench.ports.sealer, { search: 'app', limit: 1, cursor });
    const first = await ask();
    expect(first.items).toMatchObject([
      { app: { appId: 'app1' }, balances: { credits: null, seconds: '5' } },
    ]);
    const second = await ask(first.nextCursor ?? undefined);
    expect(second.items).toMatchObject([
      { app: { appId: 'app2' }, balances: { credits: '7', seconds: '9' } },
    ]);
    expect(second.nextCursor).toBeNull();
    const all = await listApps(bench.records, bench.ports.sealer, { limit: 9 });
    expect(all.items.map(({ app }) => app.appId)).toEqual(['app1', 'app2', 'zebra']);
    const foreign = listApps(bench.records, bench.ports.sealer, {
      limit: 1,
      cursor: first.nextCursor ?? undefined,
    });
    await expect(foreign).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
