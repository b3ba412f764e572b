import { addDecimals, compareDecimals } from '@parlance/core/accounts';
import { SpeechError } from '@parlance/core/errors';
import type { RecordStore } from '@parlance/core/storage';
import { deferred } from '@parlance/testkit';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { rowsOf } from './ledger-rows.ts';
import { AT, entry, minute } from './sample-records.ts';

export const amount = fc
  .tuple(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.constantFrom('', '.5', '.25', '.000001', '.10'))
  .map(([whole, fraction]) => `${whole}${fraction}`);

/**
 * The cases for every record store that keep a request from being charged or done twice.
 *
 * @param opened the store of the current case
 */
export function describeLedger(opened: () => RecordStore): void {
  describe('the ledger', () => {
    let store: RecordStore;
    beforeEach(() => {
      store = opened();
    });

    it('never overdraws a balance with fifty simultaneous charges, and the balance is the sum of the rows', async () => {
      await store.ledger.setBalance('app-1', 'credits', '0');
      await store.ledger.append(entry('top-up', '10.5', { kind: 'grant' }));
      const charges = Array.from({ length: 50 }, (_, index) =>
        store.ledger.append(entry(`r${index}`, '-0.4')),
      );
      const outcomes = await Promise.allSettled(charges);
      const refused = outcomes.filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(50 - 26);
      for (const outcome of refused) {
        expect(outcome).toMatchObject({
          reason: { code: 'INSUFFICIENT_CREDIT', details: { needed: '0.4', balance: '0.1' } },
        });
      }
      const rows = await rowsOf(store.ledger, 'app-1');
      expect(rows).toHaveLength(27);
      expect(rows.reduce((sum, row) => addDecimals(sum, row.amount), '0')).toBe('0.1');
      expect(await store.ledger.balance('app-1', 'credits')).toBe('0.1');
    });

    it('writes one row per reference, unit and kind for simultaneous calls, and changes the balance once', async () => {
      await store.ledger.setBalance('app-1', 'credits', '10');
      for (const appId of ['app-1', 'unlimited']) {
        const same = Array.from({ length: 10 }, () =>
          store.ledger.append(entry(`r-${appId}`, '-3', { appId })),
        );
        expect((await Promise.all(same)).filter(Boolean)).toHaveLength(1);
        expect(await rowsOf(store.ledger, appId)).toHaveLength(1);
      }
      expect(await store.ledger.balance('app-1', 'credits')).toBe('7');
      expect(await store.ledger.balance('unlimited', 'credits')).toBeNull();
      // A repeated charge is not refused, even if the balance is used up.
      await store.ledger.setBalance('app-1', 'credits', '0');
      expect(await store.ledger.append(entry('r-app-1', '-3'))).toBe(false);
      expect(await store.ledger.append(entry('r-app-1', '3', { kind: 'release' }))).toBe(true);
      expect(await store.ledger.append(entry('r-app-1', '-3', { unit: 'seconds' }))).toBe(true);
    });

    it('adds exactly, whatever the amounts', async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(amount, { minLength: 1, maxLength: 6 }), async (amounts) => {
          const appId = `app-${run++}`;
          await store.ledger.setBalance(appId, 'credits', '0');
          let expected = '0';
          for (const [index, one] of amounts.entries()) {
            await store.ledger.append(entry(`${appId}-${index}`, one, { appId }), { mayOverdraw: true });
            expected = addDecimals(expected, one);
          }
          const balance = await store.ledger.balance(appId, 'credits');
          expect(compareDecimals(balance ?? 'none', expected)).toBe(0);
          expect(balance).toBe(expected);
          expect((await rowsOf(store.ledger, appId)).map((row) => row.amount)).toEqual(amounts);
        }),
        { numRuns: 10 },
      );
    });

    it('goes below zero if allowed, and accepts refunds', async () => {
      await store.ledger.setBalance('app-1', 'seconds', '1.50');
      expect(await store.ledger.balance('app-1', 'seconds')).toBe('1.5');
      await store.ledger.append(entry('s1', '-4', { unit: 'seconds', kind: 'charge' }), {
        mayOverdraw: true,
      });
      expect(await store.ledger.balance('app-1', 'seconds')).toBe('-2.5');
      await store.ledger.append(entry('s2', '1', { unit: 'seconds', kind: 'release' }));
      expect(await store.ledger.balance('app-1', 'seconds')).toBe('-1.5');
    });

    it('finds the row of a reference, unit and kind as it was written', async () => {
      const grant = entry('g1', '5', { kind: 'grant' });
      await store.ledger.append(grant);
      await store.ledger.append(entry('g1', '-2'));
      await store.ledger.append(entry('g1', '7', { kind: 'grant', unit: 'seconds' }));
      expect(await store.ledger.find({ reference: 'g1', unit: 'credits', kind: 'grant' })).toEqual(grant);
      for (const other of [
        { reference: 'g2' },
        { unit: 'seconds', kind: 'release' },
        { reference: '\0' },
      ] as const)
        expect(await store.ledger.find({ ...grant, ...other })).toBeUndefined();
    });

    it('counts no earlier rows towards a new limit, and none without a limit', async () => {
      await store.ledger.append(entry('r1', '-100'));
      expect(await store.ledger.balance('app-1', 'credits')).toBeNull();
      await store.ledger.setBalance('app-1', 'credits', '5');
      expect(await store.ledger.balance('app-1', 'credits')).toBe('5');
      await store.ledger.setBalance('app-1', 'credits', null);
      expect(await store.ledger.append(entry('r2', '-100'))).toBe(true);
      expect((await rowsOf(store.ledger, 'app-1')).map(({ reference }) => reference)).toEqual(['r1', 'r2']);
    });
  });

  describe('idempotency', () => {
    let store: RecordStore;
    beforeEach(() => {
      store = opened();
    });

    const claim = {
      appId: 'app-1',
      path: '/v1/tts',
      key: 'k',
      bodyHash: 'h',
      answer: null,
      expiresAt: minute(10),
    };

    it('grants a key to one of two simultaneous claims', async () => {
      const claims = await Promise.all([
        store.idempotency.claim(claim, AT),
        store.idempotency.claim(claim, AT),
      ]);
      expect(claims.filter((one) => one === undefined)).toHaveLength(1);
      expect(claims.find((one) => one !== undefined)).toEqual(claim);
    });

    it('answers a second claim only when the transaction of the first has ended, committed or not', async () => {
      for (const isKept of [true, false]) {
        const key = { ...claim, key: `k-${isKept}` };
        const claimed = deferred();
        const goOn = deferred();
        const first = store.transact(async (records) => {
          await records.idempotency.claim(key, AT);
          claimed.resolve();
          await goOn.promise;
          await records.idempotency.complete(key, { requestId: 'r1' });
          if (!isKept) throw new SpeechError('ABORTED', 'on purpose');
        });
        await claimed.promise;
        const second = store.transact((records) =>
          records.idempotency.claim({ ...key, bodyHash: 'other' }, AT),
        );
        goOn.resolve();
        await first.catch(() => undefined);
        expect(await second).toEqual(isKept ? { ...key, answer: { requestId: 'r1' } } : undefined);
      }
    });

    it('distinguishes apps, paths and keys', async () => {
      await store.idempotency.claim(claim, AT);
      for (const other of [{ appId: 'app-2' }, { path: '/v1/stt' }, { key: 'K' }]) {
        expect(await store.idempotency.claim({ ...claim, ...other }, AT)).toBeUndefined();
      }
    });

    it('forgets an answer that was released or has expired', async () => {
      await store.idempotency.claim(claim, AT);
      await store.idempotency.complete(claim, ['first']);
      expect(await store.idempotency.claim(claim, minute(10))).toEqual({ ...claim, answer: ['first'] });
      expect(await store.idempotency.claim({ ...claim, expiresAt: minute(30) }, minute(11))).toBeUndefined();
      expect(await store.idempotency.claim(claim, minute(11))).toEqual({ ...claim, expiresAt: minute(30) });
      await store.idempotency.forget(claim);
      expect(await store.idempotency.claim(claim, AT)).toBeUndefined();
      await store.idempotency.removeExpired(minute(10));
      expect(await store.idempotency.claim(claim, AT)).toEqual(claim);
      await store.idempotency.removeExpired(minute(11));
      expect(await store.idempotency.claim(claim, AT)).toBeUndefined();
    });

    it('keeps an answer: only a claim without one is released', async () => {
      await store.idempotency.claim(claim, AT);
      await store.idempotency.complete(claim, ['first']);
      await store.idempotency.forget(claim);
      expect(await store.idempotency.claim(claim, AT)).toEqual({ ...claim, answer: ['first'] });
    });
  });
}
