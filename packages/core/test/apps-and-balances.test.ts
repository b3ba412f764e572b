import { describe, expect, it } from 'vitest';
import { changeApp, createApp, newAppInput, topUp } from '../src/administration/index.ts';
import { type Bench, openBench } from './support/bench.ts';

const DAY_MS = 86_400_000;
const OPERATOR = { actor: 'token', sessionId: null, address: null } as const;

const create = (bench: Bench, input: object) =>
  createApp(
    {
      ...bench.ports,
      settings: { ttsConcurrency: 7, sttConcurrency: 8 },
      tokens: { issue: async ({ appId, expiresAt }) => `${appId} until ${expiresAt}` },
    },
    newAppInput.parse({ name: 'New', ...input }),
    { by: OPERATOR },
  );

const balancesOf = async ({ records }: Bench, appId: string) => [
  await records.ledger.balance(appId, 'credits'),
  await records.ledger.balance(appId, 'seconds'),
];

const actionsOf = async ({ records }: Bench) =>
  (await records.audit.list({ limit: 9 })).map(({ action }) => action);

describe('a new app', () => {
  it('has the limits that were asked for, and otherwise those of the settings', async () => {
    await using bench = await openBench();
    const plain = await create(bench, {});
    expect(plain.app).toMatchObject({
      ...{ ttsConcurrency: 7, sttConcurrency: 8, requestsPerMinute: null, expiresAt: null },
      ...{ retiredTokens: [], retiredWebhookSecrets: [], revokedAt: null },
    });
    expect(plain.token).toBe(`${plain.app.appId} until null`);
    const limits = { ttsConcurrency: 1, sttConcurrency: 2, requestsPerMinute: 3 };
    expect((await create(bench, limits)).app).toMatchObject(limits);
  });

  it('expires at the given time rather than after the given period', async () => {
    await using bench = await openBench();
    const expiresAt = new Date(bench.clock.now() + DAY_MS).toISOString();
    const inWeek = new Date(bench.clock.now() + 7 * DAY_MS).toISOString();
    expect((await create(bench, { expires: '7d' })).app.expiresAt).toBe(inWeek);
    expect((await create(bench, { expires: '7d', expiresAt })).app.expiresAt).toBe(expiresAt);
  });

  it.each([
    [{}, [null, null], 0],
    [{ credits: null, seconds: '0' }, [null, '0'], 0],
    [{ credits: '5', seconds: '0.5' }, ['5', '0.5'], 2],
  ])('with %j has the balances %j', async (amounts, balances, entries) => {
    await using bench = await openBench();
    const { app } = await create(bench, amounts);
    expect(await balancesOf(bench, app.appId)).toEqual(balances);
    const { appId } = app;
    const rows = await bench.records.ledger.page({ appId, limit: 9 });
    expect(rows.map(({ kind }) => kind)).toEqual(Array.from({ length: entries }, () => 'grant'));
  });
});

describe('a change of an app', () => {
  it('changes what is given, and nothing else', async () => {
    await using bench = await openBench();
    const before = await bench.records.apps.get('app1');
    const changed = await changeApp(bench.ports, 'app1', { name: 'Renamed', ttsConcurrency: undefined });
    expect(changed).toEqual({ ...before, name: 'Renamed' });
    const unlimited = await changeApp(bench.ports, 'app1', { requestsPerMinute: null, sttConcurrency: 2 });
    expect(unlimited).toEqual({ ...before, name: 'Renamed', requestsPerMinute: null, sttConcurrency: 2 });
    expect(await bench.records.apps.get('app1')).toEqual(unlimited);
    await expect(changeApp(bench.ports, 'nobody', { name: 'New' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a top-up', () => {
  it('of an unlimited app sets its balance, and adds to one that is there', async () => {
    await using bench = await openBench();
    expect(await topUp(bench.ports, 'app1', { credits: '5' })).toMatchObject({
      credits: '5',
      seconds: null,
      isReplay: false,
    });
    expect(await topUp(bench.ports, 'app1', { credits: '0.5', seconds: '7' })).toMatchObject({
      credits: '5.5',
      seconds: '7',
      isReplay: false,
    });
  });

  it.each([0, 2])('with a reference counts once, also %i days later', async (days) => {
    await using bench = await openBench();
    const invoice = { credits: '5', reference: 'invoice-1', by: OPERATOR };
    await topUp(bench.ports, 'app1', invoice);
    bench.clock.advance(days * DAY_MS);
    for (const credits of ['5', '5.0'])
      expect(await topUp(bench.ports, 'app1', { ...invoice, credits })).toMatchObject({
        credits: '5',
        isReplay: true,
      });
    await expect(topUp(bench.ports, 'app1', { ...invoice, credits: '6' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    expect([await balancesOf(bench, 'app1'), await actionsOf(bench)]).toEqual([['5', null], ['app-top-up']]);
  });

  it('with the reference of another app is one of its own', async () => {
    await using bench = await openBench();
    const { app } = await create(bench, {});
    for (const appId of ['app1', app.appId])
      expect(await topUp(bench.ports, appId, { credits: '5', reference: 'invoice-1' })).toMatchObject({
        isReplay: false,
      });
  });

  it('of an app that does not exist is refused', async () => {
    await using bench = await openBench();
    await expect(topUp(bench.ports, 'nobody', { credits: '5' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
