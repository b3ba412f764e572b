import { SpeechError } from '@parlance/core/errors';
import type { RecordPosition } from '@parlance/core/input';
import type { JobKind } from '@parlance/core/requests';
import type { JobOptions, RecordStore } from '@parlance/core/storage';
import { deferred } from '@parlance/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeAccounts } from './accounts-contract.ts';
import { describeLedgerArchives } from './ledger-archives-contract.ts';
import { amount, describeLedger } from './ledger-contract.ts';
import { rowsOf } from './ledger-rows.ts';
import { AT, app, delivery, entry, minute, synthesis, transcription } from './sample-records.ts';

/** A job with the arguments with which it was added. */
export type AddedJob = readonly [kind: JobKind, id: string, options: JobOptions];

/** A store under test, which is empty when it is opened. */
export interface RecordSubject {
  readonly store: RecordStore;
  /** The committed jobs, in the order of their addition. */
  jobs(): Promise<readonly AddedJob[]>;
  /** The kinds for which local workers were woken, in order. */
  readonly told: readonly JobKind[];
  close(): Promise<void>;
}

/** Any JavaScript string, including NUL and unpaired surrogates. */
const anyText = fc
  .array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), { maxLength: 20 })
  .map((units) => String.fromCharCode(...units));

/** The cases that every record store has to pass. */
export function describeRecordStore(name: string, open: () => Promise<RecordSubject>): void {
  describe(`the record store ${name}`, () => {
    let subject: RecordSubject;
    let store: RecordStore;
    beforeEach(async () => {
      subject = await open();
      store = subject.store;
    });
    afterEach(() => subject.close());

    describe('records', () => {
      it('returns records unchanged, with any texts and numbers', async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.uuid(),
            anyText,
            anyText,
            fc.double(),
            amount,
            async (id, text, other, number, credits) => {
              const speed = Number.isFinite(number) ? number || 0 : 1;
              const record = synthesis(id, {
                text,
                speed,
                credits,
                clientPause: { paragraph: 0.45, sentence: 0.2, clause: 0.1, phrase: 0.05 } as never,
                audio: { objectName: `${id}.mp3`, bytes: 2 ** 40, durationSeconds: 0.1 + 0.2 },
                failure: { code: 'INTERNAL', message: other },
                finishedAt: '2026-11-21T10:00:00.001Z',
              });
              await store.syntheses.insert(record);
              expect(await store.syntheses.get(id)).toEqual(record);
              const heard = transcription(id, {
                transcript: text,
                utterances: [{ text: other, startTime: 0.1, endTime: 1 / 3 }],
              });
              await store.transcriptions.insert(heard);
              expect(await store.transcriptions.get(id)).toEqual(heard);
            },
          ),
          { numRuns: 25 },
        );
      });

      it('keeps the order of the members of a body, since a signature covers it', async () => {
        const record = delivery('msg_1_success');
        await store.deliveries.insert(record);
        const kept = await store.deliveries.get('msg_1_success');
        expect(kept).toEqual(record);
        expect(JSON.stringify(kept?.body)).toBe(JSON.stringify(record.body));
      });

      it('changes only the given members, and returns the changed record', async () => {
        await store.syntheses.insert(synthesis('r1'));
        const change = {
          status: 'COMPLETED',
          finishedAt: minute(1),
          text: '',
          audio: { objectName: 'r1.mp3', bytes: 5, durationSeconds: 1 },
        } as const;
        expect(await store.syntheses.update('r1', change)).toEqual(synthesis('r1', change));
        expect(await store.syntheses.update('r1', { audio: null })).toEqual(
          synthesis('r1', { ...change, audio: null }),
        );
        expect(await store.syntheses.update('r1', {})).toEqual(synthesis('r1', { ...change, audio: null }));
      });

      it.each(['nobody', '', 'with\0nul', 'half\ud800', "'; drop table syntheses; --"])(
        'finds no record %j',
        async (id) => {
          expect(await store.syntheses.get(id)).toBeUndefined();
          expect(await store.syntheses.getForUpdate(id)).toBeUndefined();
          expect(await store.syntheses.update(id, { doneCharacters: 1 })).toBeUndefined();
          await store.syntheses.remove([id]);
          expect(await store.apps.get(id)).toBeUndefined();
          expect(await store.apps.update(id, { name: 'x' })).toBeUndefined();
          expect(await store.syntheses.list({ appId: id, limit: 5 })).toEqual([]);
          expect(await store.ledger.balance(id, 'credits')).toBeNull();
          expect(await rowsOf(store.ledger, id)).toEqual([]);
        },
      );

      it('refuses a second record with the same id and keeps the first', async () => {
        await store.syntheses.insert(synthesis('r1'));
        await expect(store.syntheses.insert(synthesis('r1', { text: 'other' }))).rejects.toMatchObject({
          code: 'STORAGE_FAILED',
        });
        expect(await store.syntheses.get('r1')).toEqual(synthesis('r1'));
      });

      it('forgets a removed record', async () => {
        await store.deliveries.insert(delivery('d1'));
        await store.deliveries.remove(['d1', 'not there']);
        expect(await store.deliveries.get('d1')).toBeUndefined();
      });
    });

    describe('lists', () => {
      it('show the newest first, for the same time the greater id first, and a page continues where the last one ended', async () => {
        const ids = Array.from(
          { length: 23 },
          (_, index) => `r-${(index * 7) % 23}-${index % 2 ? 'Ä' : 'a'}`,
        );
        for (const [index, id] of ids.entries()) {
          await store.syntheses.insert(synthesis(id, { createdAt: minute(index % 3) }));
        }
        const whole = await store.syntheses.list({ limit: 100 });
        const expected = ids
          .map((id, index) => ({ id, at: minute(index % 3) }))
          .sort((one, other) =>
            one.at === other.at ? (one.id < other.id ? 1 : -1) : one.at < other.at ? 1 : -1,
          );
        expect(whole.map(({ requestId }) => requestId)).toEqual(expected.map(({ id }) => id));
        for (const limit of [1, 4, 23]) {
          const paged: string[] = [];
          let after: RecordPosition | undefined;
          for (;;) {
            const page = await store.syntheses.list({ limit, after });
            expect(page.length).toBeLessThanOrEqual(limit);
            paged.push(...page.map(({ requestId }) => requestId));
            const last = page.at(-1);
            if (last === undefined) break;
            after = { createdAt: last.createdAt, id: last.requestId };
          }
          expect(paged).toEqual(expected.map(({ id }) => id));
        }
      });

      it('continue at a position whose record was removed, and past records that were added in between', async () => {
        for (const minutes of [1, 2, 3])
          await store.deliveries.insert(delivery(`d${minutes}`, { createdAt: minute(minutes) }));
        const after = { createdAt: minute(2), id: 'd2' };
        await store.deliveries.remove(['d2']);
        await store.deliveries.insert(delivery('d4', { createdAt: minute(4) }));
        expect(
          (await store.deliveries.list({ limit: 5, after })).map(({ deliveryId }) => deliveryId),
        ).toEqual(['d1']);
      });

      it('and counts can be filtered by app, status and time, including the start and excluding the end', async () => {
        await store.transcriptions.insert(transcription('a', { createdAt: minute(0) }));
        await store.transcriptions.insert(transcription('b', { createdAt: minute(1), status: 'FAILED' }));
        await store.transcriptions.insert(transcription('c', { createdAt: minute(2) }));
        await store.transcriptions.insert(transcription('d', { createdAt: minute(1), appId: 'app-2' }));
        const ids = async (query: object) =>
          (await store.transcriptions.list({ limit: 9, ...query })).map(({ transcriptId }) => transcriptId);
        expect(await ids({ appId: 'app-1' })).toEqual(['c', 'b', 'a']);
        expect(await ids({ status: 'PENDING' })).toEqual(['c', 'd', 'a']);
        expect(await ids({ from: minute(1), to: minute(2) })).toEqual(['d', 'b']);
        expect(await store.transcriptions.count({ appId: 'app-1' })).toEqual({ PENDING: 2, FAILED: 1 });
        expect(await store.transcriptions.count({ from: minute(2) })).toEqual({ PENDING: 1 });
        expect(await store.transcriptions.count({ to: minute(0) })).toEqual({});
      });

      it('find requests that ended before a time, oldest first, and audio that is still stored', async () => {
        const audio = { objectName: 'x.mp3', bytes: 1, durationSeconds: 1 };
        await store.syntheses.insert(synthesis('running'));
        await store.syntheses.insert(synthesis('third', { finishedAt: minute(3), audio }));
        await store.syntheses.insert(synthesis('first', { finishedAt: minute(1), audio: null }));
        await store.syntheses.insert(synthesis('second', { finishedAt: minute(2), audio }));
        const ids = (records: readonly { requestId: string }[]) => records.map(({ requestId }) => requestId);
        expect(ids(await store.syntheses.endedBefore(minute(3), 9))).toEqual(['first', 'second']);
        expect(ids(await store.syntheses.endedBefore(minute(9), 2))).toEqual(['first', 'second']);
        expect(ids(await store.syntheses.withAudioEndedBefore(minute(9), 9))).toEqual(['second', 'third']);
        expect(ids(await store.syntheses.withAudioEndedBefore(minute(3), 9))).toEqual(['second']);
        expect(ids(await store.syntheses.withAudioEndedBefore(minute(9), 1))).toEqual(['second']);
      });
    });

    it('finds ended transcriptions and deliveries, and deliveries by app and status', async () => {
      for (const [id, appId, endedAt] of [
        ['b', 'app-1', minute(2)],
        ['a', 'app-1', minute(1)],
        ['c', 'app-2', minute(3)],
        ['open', 'app-1', null],
      ] as const) {
        await store.transcriptions.insert(transcription(id, { appId, finishedAt: endedAt }));
        await store.deliveries.insert(
          delivery(id, { appId, endedAt, state: endedAt ? 'delivered' : 'pending' }),
        );
      }
      const transcripts = await store.transcriptions.endedBefore(minute(3), 9);
      expect(transcripts.map(({ transcriptId }) => transcriptId)).toEqual(['a', 'b']);
      const ended = await store.deliveries.endedBefore(minute(3), 9);
      expect(ended.map(({ deliveryId }) => deliveryId)).toEqual(['a', 'b']);
      const open = await store.deliveries.list({ appId: 'app-1', status: 'pending', limit: 9 });
      expect(open.map(({ deliveryId }) => deliveryId)).toEqual(['open']);
      expect(await store.deliveries.count({ appId: 'app-1' })).toEqual({ delivered: 2, pending: 1 });
      await store.syntheses.insert(synthesis('s', { status: 'FAILED' }));
      expect(await store.syntheses.count({})).toEqual({ FAILED: 1 });
    });

    describe('a transaction', () => {
      it('that fails leaves no changes in any table', async () => {
        await store.apps.insert(app('app-1'));
        await store.ledger.setBalance('app-1', 'credits', '10');
        const failure = new SpeechError('ABORTED', 'on purpose');
        const failed = store.transact(async (records) => {
          await records.apps.update('app-1', { name: 'changed' });
          await records.syntheses.insert(synthesis('r1'));
          await records.transcriptions.insert(transcription('t1'));
          await records.deliveries.insert(delivery('d1'));
          await records.ledger.append(entry('r1', '-5'));
          await records.idempotency.claim(
            { appId: 'app-1', path: '/v1/tts', key: 'k', bodyHash: 'h', answer: null, expiresAt: minute(5) },
            AT,
          );
          await records.jobs.add('synthesis', 'r1');
          throw failure;
        });
        await expect(failed).rejects.toBe(failure);
        expect(await store.apps.get('app-1')).toEqual(app('app-1'));
        expect(await store.syntheses.get('r1')).toBeUndefined();
        expect(await store.transcriptions.get('t1')).toBeUndefined();
        expect(await store.deliveries.get('d1')).toBeUndefined();
        expect(await rowsOf(store.ledger, 'app-1')).toEqual([]);
        expect(await store.ledger.balance('app-1', 'credits')).toBe('10');
        expect(
          await store.idempotency.claim(
            { appId: 'app-1', path: '/v1/tts', key: 'k', bodyHash: 'h2', answer: null, expiresAt: minute(5) },
            AT,
          ),
        ).toBeUndefined();
        expect(await subject.jobs()).toEqual([]);
        expect(subject.told).toEqual([]);
      });

      it('that succeeds keeps all changes, returns its result and wakes workers for its jobs', async () => {
        const result = await store.transact(async (records) => {
          await records.syntheses.insert(synthesis('r1'));
          await records.jobs.add('synthesis', 'r1', { turn: 'app-1' });
          await records.jobs.add('webhook-delivery', 'd1', { startAfter: minute(5) });
          expect(subject.told).toEqual([]);
          return (await records.syntheses.get('r1'))?.requestId;
        });
        expect(result).toBe('r1');
        expect(await store.syntheses.get('r1')).toEqual(synthesis('r1'));
        expect(await subject.jobs()).toEqual([
          ['synthesis', 'r1', { turn: 'app-1' }],
          ['webhook-delivery', 'd1', { startAfter: minute(5) }],
        ]);
        expect(new Set(subject.told)).toEqual(new Set(['synthesis', 'webhook-delivery']));
      });

      it('is not needed for a single job', async () => {
        await store.jobs.add('housekeeping', 'daily');
        expect(await subject.jobs()).toEqual([['housekeeping', 'daily', {}]]);
        expect(subject.told).toEqual(['housekeeping']);
      });

      it('is not visible to others before its end', async () => {
        const written = deferred();
        const fail = deferred();
        const transacted = store.transact(async (records) => {
          await records.syntheses.insert(synthesis('r1'));
          written.resolve();
          await fail.promise;
          throw new SpeechError('ABORTED', 'on purpose');
        });
        await written.promise;
        const seen = store.syntheses.get('r1');
        fail.resolve();
        await expect(transacted).rejects.toMatchObject({ code: 'ABORTED' });
        expect(await seen).toBeUndefined();
      });

      it('prevents others from changing a record that it read for update', async () => {
        await store.syntheses.insert(synthesis('r1'));
        const order: string[] = [];
        const read = deferred();
        const goOn = deferred();
        const first = store.transact(async (records) => {
          await records.syntheses.getForUpdate('r1');
          read.resolve();
          await goOn.promise;
          order.push('first');
          await records.syntheses.update('r1', { doneCharacters: 1 });
        });
        await read.promise;
        const second = store.transact(async (records) => {
          const record = await records.syntheses.getForUpdate('r1');
          order.push('second');
          await records.syntheses.update('r1', { doneCharacters: (record?.doneCharacters ?? 0) + 10 });
        });
        goOn.resolve();
        await Promise.all([first, second]);
        expect(order).toEqual(['first', 'second']);
        expect((await store.syntheses.get('r1'))?.doneCharacters).toBe(11);
      });

      it('is isolated from concurrent ones: none of thirty changes is lost', async () => {
        await store.syntheses.insert(synthesis('r1'));
        const raise = () =>
          store.transact(async (records) => {
            const record = await records.syntheses.getForUpdate('r1');
            await records.syntheses.update('r1', { doneCharacters: (record?.doneCharacters ?? 0) + 1 });
          });
        await Promise.all(Array.from({ length: 30 }, raise));
        expect((await store.syntheses.get('r1'))?.doneCharacters).toBe(30);
      });

      it('continues after a refused charge, which leaves no changes', async () => {
        await store.ledger.setBalance('app-1', 'seconds', '3');
        await store.transcriptions.insert(transcription('t1'));
        await store.transact(async (records) => {
          const refused = records.ledger.append(entry('t1', '-4', { unit: 'seconds' }));
          await expect(refused).rejects.toMatchObject({ code: 'INSUFFICIENT_SECONDS' });
          await records.transcriptions.update('t1', { status: 'FAILED' });
        });
        expect((await store.transcriptions.get('t1'))?.status).toBe('FAILED');
        expect(await store.ledger.balance('app-1', 'seconds')).toBe('3');
        expect(await rowsOf(store.ledger, 'app-1', 'seconds')).toEqual([]);
      });
    });

    describeLedger(() => store);

    describeLedgerArchives(() => store);

    describeAccounts(() => store);

    describe('apps', () => {
      it('are stored with their changes and listed oldest first, by a part of the name in any case', async () => {
        const radio = app('z', {
          name: 'Đài phát thanh',
          expiresAt: minute(9),
          retiredTokens: [{ tokenId: 'before', until: minute(3) }],
          retiredWebhookSecrets: [
            { secret: 'whsec_CC==', until: minute(2), rotationId: 'two' },
            { secret: 'whsec_BB==', until: minute(1), rotationId: 'one' },
          ],
        });
        await store.apps.insert(app('b', { createdAt: minute(1), name: 'Nghe ĐÀI 100%' }));
        await store.apps.insert(radio);
        expect(await store.apps.list({ limit: 9 })).toEqual([
          radio,
          app('b', { createdAt: minute(1), name: 'Nghe ĐÀI 100%' }),
        ]);
        expect((await store.apps.list({ search: 'đài', limit: 9 })).map(({ appId }) => appId)).toEqual([
          'z',
          'b',
        ]);
        expect((await store.apps.list({ search: '0%', limit: 9 })).map(({ appId }) => appId)).toEqual(['b']);
        expect(await store.apps.list({ search: '%', limit: 9 })).toHaveLength(1);
        expect(await store.apps.update('z', { revokedAt: minute(2), retiredWebhookSecrets: [] })).toEqual({
          ...radio,
          revokedAt: minute(2),
          retiredWebhookSecrets: [],
        });
        expect((await store.apps.get('z'))?.revokedAt).toBe(minute(2));
      });
    });

    it('answers a check', async () => {
      await expect(store.check()).resolves.toBeUndefined();
    });
  });
}
