import type { LedgerEntry } from '@parlance/core/accounts';
import { SpeechError } from '@parlance/core/errors';
import type { RecordStore, Tally, TallyQuery } from '@parlance/core/storage';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { rowsOf } from './ledger-rows.ts';
import { AT, app, entry, minute, synthesis, transcription } from './sample-records.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.parse('2026-11-20T22:10:00.000Z');
const minutesIn = (minutes: number): string => new Date(START_MS + minutes * 60_000).toISOString();

/** The cases about accounts for every record store. */
export function describeAccounts(opened: () => RecordStore): void {
  describe('accounts', () => {
    let store: RecordStore;
    beforeEach(() => {
      store = opened();
    });

    describe('uses of a client token', () => {
      const token = { clientTokenId: 'token-1', maxUses: 20, expiresAt: minutesIn(10) };

      it('are counted exactly, even with simultaneous uses', async () => {
        const answers = await Promise.all(Array.from({ length: 30 }, () => store.clientTokens.use(token)));
        expect(answers.filter(Boolean)).toHaveLength(20);
        expect(await store.clientTokens.use(token)).toBe(false);
        expect(await store.clientTokens.use({ ...token, clientTokenId: 'token-2' })).toBe(true);
      });

      it('are forgotten once the token has expired', async () => {
        const once = { ...token, maxUses: 1 };
        await store.clientTokens.use(once);
        await store.clientTokens.removeExpired(minutesIn(9));
        expect(await store.clientTokens.use(once)).toBe(false);
        await store.clientTokens.removeExpired(minutesIn(11));
        expect(await store.clientTokens.use(once)).toBe(true);
      });
    });

    describe('a refund', () => {
      const release = (amount: string): LedgerEntry => entry('r1', amount, { kind: 'release' });

      it('counts towards the balance that was charged', async () => {
        await store.ledger.setBalance('app-1', 'credits', '10');
        await store.ledger.append(entry('r1', '-4'));
        await store.ledger.append(release('4'));
        expect(await store.ledger.balance('app-1', 'credits')).toBe('10');
      });

      it('counts towards no balance if none was charged, and not towards one that was set since', async () => {
        await store.ledger.append(entry('r1', '-4'));
        await store.ledger.setBalance('app-1', 'credits', '10');
        expect(await store.ledger.append(release('4'))).toBe(true);
        expect(await store.ledger.balance('app-1', 'credits')).toBe('10');

        await store.ledger.append(entry('r2', '-4'));
        await store.ledger.setBalance('app-1', 'credits', null);
        await store.ledger.setBalance('app-1', 'credits', '7');
        await store.ledger.append(entry('r2', '4', { kind: 'release' }));
        expect(await store.ledger.balance('app-1', 'credits')).toBe('7');
        expect(await rowsOf(store.ledger, 'app-1')).toHaveLength(4);
      });
    });

    describe('a ledger', () => {
      it('is read page by page, with both units, within a period', async () => {
        for (let index = 0; index < 7; index++) {
          const unit = index % 2 === 0 ? 'credits' : 'seconds';
          await store.ledger.append(entry(`r${index}`, '-1', { unit, at: minute(index) }));
        }
        await store.ledger.append(entry('other', '-1', { appId: 'app-2' }));
        const read: string[] = [];
        let place: string | undefined;
        for (;;) {
          const page = await store.ledger.page({
            appId: 'app-1',
            from: minute(1),
            to: minute(6),
            after: place,
            limit: 2,
          });
          read.push(...page.map(({ reference }) => reference));
          place = page.at(-1)?.place;
          if (place === undefined) break;
        }
        expect(read).toEqual(['r1', 'r2', 'r3', 'r4', 'r5']);
      });

      it('returns the balances of several apps at once, only of limited units', async () => {
        await store.ledger.setBalance('app-1', 'credits', '1.50');
        await store.ledger.setBalance('app-2', 'seconds', '0');
        await store.ledger.setBalance('app-3', 'credits', '9');
        const balances = await store.ledger.balances(['app-1', 'app-2', 'nobody', 'with\0nul']);
        expect(balances.toSorted((one, other) => (one.appId < other.appId ? -1 : 1))).toEqual([
          { appId: 'app-1', unit: 'credits', balance: '1.5' },
          { appId: 'app-2', unit: 'seconds', balance: '0' },
        ]);
        expect(await store.ledger.balances([])).toEqual([]);
      });
    });

    describe('a list of apps', () => {
      it('continues where a page ended, with or without a search', async () => {
        for (let index = 0; index < 9; index++) {
          await store.apps.insert(
            app(`app-${(index * 5) % 9}`, {
              name: index % 2 === 0 ? 'Even' : 'odd',
              createdAt: minute(index % 3),
            }),
          );
        }
        for (const search of [undefined, 'eVe']) {
          const whole = await store.apps.list({ search, limit: 99 });
          expect(whole).toHaveLength(search === undefined ? 9 : 5);
          const paged: string[] = [];
          let last = whole.at(0);
          paged.push(last?.appId ?? '');
          while (last !== undefined) {
            const position = { createdAt: last.createdAt, id: last.appId };
            const page = await store.apps.list({ search, after: position, limit: 2 });
            expect(page.length).toBeLessThanOrEqual(2);
            paged.push(...page.map(({ appId }) => appId));
            last = page.at(-1);
          }
          expect(paged).toEqual(whole.map(({ appId }) => appId));
        }
      });

      it('finds a changed name', async () => {
        await store.apps.insert(app('a', { name: 'Before' }));
        await expect(store.apps.insert(app('a', { name: 'Other' }))).rejects.toMatchObject({
          code: 'STORAGE_FAILED',
        });
        await store.apps.update('a', { name: 'ÄFTER' });
        expect(await store.apps.list({ search: 'before', limit: 9 })).toEqual([]);
        expect(await store.apps.list({ search: 'äfter', limit: 9 })).toHaveLength(1);
      });

      it('records an app’s last use, which never moves back', async () => {
        await store.apps.insert(app('a'));
        await store.apps.touch('a', minute(5));
        await store.apps.touch('a', minute(4));
        await store.apps.touch('nobody', minute(4));
        expect((await store.apps.get('a'))?.lastUsedAt).toBe(minute(5));
      });
    });

    describe('tallies', () => {
      const STATES = ['PROCESSING', 'COMPLETED', 'FAILED'] as const;
      const deed = fc.record({
        do: fc.constantFrom('synthesize', 'transcribe', 'move', 'remove', 'charge', 'settle'),
        of: fc.nat(5),
        minutes: fc.nat(180),
        status: fc.constantFrom(...STATES),
        appId: fc.constantFrom('app-1', 'app-2'),
      });

      it('equal a recount, whatever was added, ended, removed, charged and settled', async () => {
        let run = 0;
        const property = fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 14 }), async (deeds) => {
          const prefix = `run${run++}-`;
          const apps = ['app-1', 'app-2'].map((appId) => prefix + appId);
          for (const [index, one] of deeds.entries()) {
            const appId = prefix + one.appId;
            const [createdAt, id] = [minutesIn(one.minutes), `${prefix}${index}`];
            if (one.do === 'synthesize')
              await store.syntheses.insert(synthesis(id, { appId, createdAt, status: one.status }));
            if (one.do === 'transcribe')
              await store.transcriptions.insert(transcription(id, { appId, createdAt, status: one.status }));
            if (one.do === 'move') {
              await store.syntheses.update(`${prefix}${one.of}`, { status: one.status });
              await store.transcriptions.update(`${prefix}${one.of}`, { status: one.status });
            }
            if (one.do === 'remove') await store.syntheses.remove([`${prefix}${one.of}`]);
            if (one.do === 'charge')
              await store.ledger.append(entry(id, `-${one.of}.5`, { appId, at: createdAt }));
            if (one.do === 'settle') await store.tallies.settle();
          }
          for (const appId of apps) {
            const queries: TallyQuery[] = [
              { appId },
              { appId, interval: 'hour' },
              { appId, interval: 'day', from: minutesIn(0) },
              { appId, from: minutesIn(30), to: minutesIn(31) },
              { appId, interval: 'hour', from: minutesIn(15), to: minutesIn(140) },
              { appId, from: '2026-11-20T23:00:00.000Z', to: '2026-11-21T01:00:00.000Z' },
            ];
            for (const query of queries) expect(await counted(query)).toEqual(await recounted(query));
          }
        });
        await fc.assert(property, { numRuns: 15 });
      });

      it('of all apps are the sum of the apps’ tallies, before and after they settle', async () => {
        for (const [index, appId] of ['app-1', 'app-2', 'app-1'].entries())
          await store.syntheses.insert(synthesis(`s${index}`, { appId, createdAt: minutesIn(0) }));
        const expected: Tally[] = [{ at: null, type: 'synthesis', status: 'PROCESSING', amount: '3' }];
        expect(await store.tallies.sum({})).toEqual(expected);
        await store.tallies.settle();
        expect(await store.tallies.sum({})).toEqual(expected);
        await store.syntheses.update('s0', { status: 'COMPLETED' });
        expect((await store.tallies.sum({ appId: 'app-1' })).map(({ amount }) => amount)).toEqual(['1', '1']);
      });

      const inOrder = (tallies: readonly Tally[]): readonly string[] =>
        tallies.map((tally) => JSON.stringify(tally)).sort();

      async function counted(query: TallyQuery): Promise<readonly string[]> {
        return inOrder(await store.tallies.sum(query));
      }

      async function recounted({ appId = '', from, to, interval }: TallyQuery): Promise<readonly string[]> {
        const time = { appId, from, to, limit: 99 };
        const rows = [
          ...(await store.syntheses.list(time)).map(({ createdAt, status }) => ({
            type: 'synthesis',
            status,
            at: createdAt,
            amount: 1,
          })),
          ...(await store.transcriptions.list(time)).map(({ createdAt, status }) => ({
            type: 'transcription',
            status,
            at: createdAt,
            amount: 1,
          })),
          ...(await store.ledger.page(time)).map(({ unit, at, amount }) => ({
            type: unit,
            status: null,
            at,
            amount: -Number(amount),
          })),
        ];
        const sums = new Map<string, Tally>();
        for (const { type, status, at, amount } of rows) {
          const spanMs = interval === 'hour' ? HOUR_MS : 24 * HOUR_MS;
          const start =
            interval === undefined
              ? null
              : new Date(Math.floor(Date.parse(at) / spanMs) * spanMs).toISOString();
          const key = JSON.stringify([start, type, status]);
          const sum = Number(sums.get(key)?.amount ?? 0) + amount;
          sums.set(key, { at: start, type: type as Tally['type'], status, amount: String(sum) });
        }
        return inOrder([...sums.values()].filter(({ amount }) => amount !== '0'));
      }
    });

    describe('operators', () => {
      it('have sessions that are stored, extended and ended', async () => {
        const session = { sessionId: 's1', createdAt: AT, expiresAt: minute(5) };
        await store.adminSessions.insert(session);
        await store.adminSessions.insert({ ...session, sessionId: 's2' });
        await store.adminSessions.extend('s1', minute(9));
        await store.adminSessions.extend('nobody', minute(9));
        await store.adminSessions.removeExpired(minute(6));
        expect(await store.adminSessions.get('s1')).toEqual({ ...session, expiresAt: minute(9) });
        expect(await store.adminSessions.get('s2')).toBeUndefined();
        await store.adminSessions.remove('s1');
        expect(await store.adminSessions.get('s1')).toBeUndefined();
        await store.adminSessions.insert(session);
        await store.adminSessions.removeAll();
        expect(await store.adminSessions.get('s1')).toBeUndefined();
      });

      it('have a log, read page by page, newest first', async () => {
        const entries = Array.from({ length: 5 }, (_, index) => ({
          entryId: `e${index}`,
          createdAt: minute(index % 2),
          actor: 'session' as const,
          sessionId: 'abc',
          action: 'app-create',
          target: index === 0 ? null : 'app-1',
          address: '::1',
        }));
        for (const one of entries) await store.audit.append(one);
        const first = await store.audit.list({ limit: 3 });
        const last = first.at(-1);
        const rest = await store.audit.list({
          after: { createdAt: last?.createdAt ?? '', id: last?.entryId ?? '' },
          limit: 3,
        });
        expect([...first, ...rest].map(({ entryId }) => entryId)).toEqual(['e3', 'e1', 'e4', 'e2', 'e0']);
        expect(rest.at(-1)).toEqual(entries[0]);
      });

      it('share a secret: one of many claims sets it, and all return the same one', async () => {
        const claims = Array.from({ length: 8 }, (_, index) => store.secrets.claim('keys', { value: index }));
        const told = await Promise.all(claims);
        expect(new Set(told.map((secret) => JSON.stringify(secret))).size).toBe(1);
        expect(await store.secrets.get('keys')).toEqual(told[0]);
        await store.secrets.put('keys', { value: 'new' });
        expect(await store.secrets.claim('keys', { value: 'late' })).toEqual({ value: 'new' });
        expect(await store.secrets.get('other')).toBeUndefined();
      });

      it('lose no change of a secret if each depends on the previous one', async () => {
        const add = () =>
          store.transact(async ({ secrets }) => {
            const before = (await secrets.claim('list', { all: 0 })) as { all: number };
            await secrets.put('list', { all: before.all + 1 });
          });
        await Promise.all(Array.from({ length: 8 }, add));
        expect(await store.secrets.get('list')).toEqual({ all: 8 });
      });

      it('add up refused calls by hour and reason', async () => {
        const at = (hour: number) => `2026-11-23T0${hour}:00:00.000Z`;
        const calls = (hour: number, count: number, code = 'UNAUTHORIZED') => ({
          at: at(hour),
          status: code === 'UNAUTHORIZED' ? 401 : 429,
          code,
          count,
        });
        await store.rejections.add([]);
        await Promise.all(
          [1, 2, 3].map((count) => store.rejections.add([calls(1, count), calls(2, 10 * count, 'BUSY')])),
        );
        const sums = [
          { status: 429, code: 'BUSY', count: 60 },
          { status: 401, code: 'UNAUTHORIZED', count: 6 },
        ];
        expect(await store.rejections.sum({})).toEqual(sums);
        expect(await store.rejections.sum({ from: at(1), to: at(2) })).toEqual(sums.slice(1));
        await store.rejections.add([calls(3, 2)]);
        expect(await store.rejections.sum({})).toMatchObject([{ count: 60 }, { count: 8 }]);
        expect(await store.rejections.sum({ from: at(2) })).toMatchObject([{ count: 60 }, { count: 2 }]);
        expect(await store.rejections.sum({ to: at(3) })).toEqual(sums);
        expect(await store.rejections.sum({ to: at(1) })).toEqual([]);
        await store.rejections.removeBefore(at(2));
        expect(await store.rejections.sum({})).toMatchObject([{ count: 60 }, { count: 2 }]);
      });

      it('list reasons with equal numbers of refused calls by status, then by code', async () => {
        const at = '2026-11-23T01:00:00.000Z';
        const reasons = [
          { status: 429, code: 'B' },
          { status: 400, code: 'C' },
          { status: 429, code: 'A' },
        ];
        await store.rejections.add(reasons.map((reason) => ({ ...reason, at, count: 3 })));
        const sums = await store.rejections.sum({});
        expect(sums.map(({ status, code }) => `${status} ${code}`)).toEqual(['400 C', '429 A', '429 B']);
      });

      it('lose no choice of operators, and number them by revision', async () => {
        expect(await store.choices.newerThan(0)).toBeUndefined();
        const install = (id: string) =>
          store.transact(({ choices }) =>
            choices.change(({ models }) => ({ models: [...(models ?? []), id] })),
          );
        await Promise.all(['a', 'b', 'c', 'd'].map(install));
        const chosen = await store.choices.newerThan(0);
        expect(chosen).toMatchObject({ defaultVoice: null, voiceOwners: {} });
        expect(chosen?.models?.toSorted()).toEqual(['a', 'b', 'c', 'd']);
        expect(await store.choices.newerThan(chosen?.revision ?? 0)).toBeUndefined();
        const next = await store.transact(({ choices }) => choices.change(() => ({ defaultVoice: 'joe' })));
        expect(await store.choices.newerThan(chosen?.revision ?? 0)).toEqual(next);
        expect(next).toMatchObject({ defaultVoice: 'joe', models: chosen?.models });
      });

      it('keep the complete vocabulary of each app, in order', async () => {
        const terms = [
          { term: 'Siobhan', saidAs: 'shivawn', heardAs: ['chevron', 'shiv on'] },
          { term: '東京\u0000', saidAs: 'tokyo' },
          { term: 'Ozempic' },
        ];
        const record = { appId: 'a', terms, changedAt: '2026-11-24T10:00:00.001Z' };
        expect(await store.vocabularies.get('a')).toBeUndefined();
        await store.vocabularies.put(record);
        await store.vocabularies.put({ ...record, appId: 'b', terms: [] });
        expect(await store.vocabularies.get('a')).toEqual(record);
        const broken = store.transact(async ({ vocabularies }) => {
          await vocabularies.put({ ...record, terms: [] });
          throw SpeechError.aborted();
        });
        await expect(broken).rejects.toMatchObject({ code: 'ABORTED' });
        expect(await store.vocabularies.get('a')).toEqual(record);
        const later = { ...record, terms: terms.slice(2), changedAt: '2026-11-24T10:00:00.002Z' };
        await store.vocabularies.put(later);
        expect(await store.vocabularies.get('a')).toEqual(later);
        expect(await store.vocabularies.get('b')).toMatchObject({ terms: [] });
      });
    });
  });
}
