import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../storage/test/ledger-rows.ts';
import { createApp, getBalances, newAppInput, topUp } from '../src/administration/index.ts';
import { parseInput } from '../src/input/index.ts';
import { type Bench, openBench } from './support/bench.ts';

const settings = { ttsConcurrency: 5, sttConcurrency: 5 };
const tokens = {
  issue: async ({ appId, tokenId }: { appId: string; tokenId: string }) => `${appId}.${tokenId}`,
  verify: () => Promise.reject(new Error('not asked')),
};
const create = (bench: Bench, input: object, options = {}) =>
  createApp(
    { ...bench.ports, tokens, settings },
    parseInput(newAppInput, { name: 'app', ...input }),
    options,
  );

describe('an app', () => {
  it('is unlimited unless it is created with limits', async () => {
    await using bench = await openBench();
    const unlimited = await create(bench, {});
    expect(await getBalances(bench.records, unlimited.app.appId)).toEqual({ credits: null, seconds: null });
    const limited = await create(bench, { credits: '10.50', seconds: 60 });
    const { appId } = limited.app;
    expect(await getBalances(bench.records, appId)).toEqual({ credits: '10.5', seconds: '60' });
    expect(await rowsOf(bench.records.ledger, appId)).toMatchObject([{ kind: 'grant', amount: '10.50' }]);
    expect(limited).toMatchObject({ token: `${appId}.${limited.app.tokenId}`, isReplay: false });
  });

  it('may be created with empty balances', async () => {
    await using bench = await openBench();
    const { app } = await create(bench, { credits: 0 });
    expect(await getBalances(bench.records, app.appId)).toEqual({ credits: '0', seconds: null });
  });

  it('is created once for an Idempotency-Key, and a repeat shows it with its token', async () => {
    await using bench = await openBench();
    const options = { idempotency: { path: '/admin/v1/apps', key: 'k', bodyHash: 'hash' } };
    const first = await create(bench, { seconds: 5 }, options);
    expect(await create(bench, { seconds: 5 }, options)).toEqual({ ...first, isReplay: true });
    expect(await bench.records.apps.list({ search: 'app', limit: 9 })).toHaveLength(2);
    const other = { idempotency: { ...options.idempotency, bodyHash: 'other' } };
    await expect(create(bench, { seconds: 6 }, other)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    expect(await getBalances(bench.records, first.app.appId)).toMatchObject({ seconds: '5' });
  });
});

describe('a top-up', () => {
  const credits = (amount: string, reference?: string) => ({ credits: amount, reference });

  it('adds exactly to the balance', async () => {
    await using bench = await openBench();
    const { app } = await create(bench, { credits: '0.1' });
    expect(await topUp(bench.ports, app.appId, credits('0.2'))).toEqual({
      credits: '0.3',
      seconds: null,
      isReplay: false,
    });
  });

  it('makes an unlimited app limited to the amount, whatever it used before', async () => {
    await using bench = await openBench();
    const { appId } = bench.app;
    await bench.records.ledger.append({
      entryId: 'used',
      appId,
      unit: 'credits',
      kind: 'charge',
      amount: '-100',
      reference: 'used',
      at: '2026-01-01T00:00:00.000Z',
    });
    expect(await topUp(bench.ports, appId, credits('7'))).toMatchObject({ credits: '7' });
    expect(await topUp(bench.ports, appId, credits('7'))).toMatchObject({ credits: '14' });
  });

  it('with a reference counts once, for its own app', async () => {
    await using bench = await openBench();
    const [one, other] = [await create(bench, { credits: 1 }), await create(bench, { credits: 1 })];
    const first = await topUp(bench.ports, one.app.appId, credits('5', 'invoice-1'));
    expect(first).toMatchObject({ credits: '6', isReplay: false });
    expect(await topUp(bench.ports, one.app.appId, credits('5.0', 'invoice-1'))).toMatchObject({
      credits: '6',
      isReplay: true,
    });
    await expect(topUp(bench.ports, one.app.appId, credits('6', 'invoice-1'))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    expect(await topUp(bench.ports, other.app.appId, credits('5', 'invoice-1'))).toMatchObject({
      credits: '6',
    });
  });

  it.each([
    ['another unit', { seconds: '5' }],
    ['one unit more', { credits: '5', seconds: '5' }],
  ])('is refused for %s under its reference, and adds none of it', async (_, added) => {
    await using bench = await openBench();
    const { app } = await create(bench, { credits: 1, seconds: 1 });
    await topUp(bench.ports, app.appId, credits('5', 'invoice-1'));
    await expect(topUp(bench.ports, app.appId, { ...added, reference: 'invoice-1' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    expect(await getBalances(bench.records, app.appId)).toEqual({ credits: '6', seconds: '1' });
  });

  it('with a reference counts once forever, beyond the life of a key', async () => {
    await using bench = await openBench();
    const { app } = await create(bench, { credits: 1 });
    await topUp(bench.ports, app.appId, credits('5', 'invoice-1'));
    bench.clock.advance(2 * 86_400_000);
    expect(await topUp(bench.ports, app.appId, credits('5', 'invoice-1'))).toMatchObject({
      credits: '6',
      isReplay: true,
    });
    await expect(topUp(bench.ports, app.appId, credits('6', 'invoice-2'))).resolves.toMatchObject({
      credits: '12',
    });
  });

  it('needs an app', async () => {
    await using bench = await openBench();
    await expect(topUp(bench.ports, 'unknown', credits('5'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(getBalances(bench.records, 'unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
