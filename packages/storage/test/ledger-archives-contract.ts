import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArchivedEntry, LedgerArchive } from '@parlance/core/accounts';
import type { AudioStore, RecordStore } from '@parlance/core/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFolderAudioStore } from '../src/index.ts';
import {
  type ArchivingDesk,
  archive,
  exported,
  OLD_DAY,
  RECENT,
  spend,
  sumsOf,
  truthOf,
} from './archiving.ts';
import { rowsOf } from './ledger-rows.ts';
import { app, entry, minute, synthesis, transcription } from './sample-records.ts';

const planned: LedgerArchive = {
  archiveId: 'archive-1',
  state: 'planned',
  before: '2026-12-01T00:00:00.000Z',
  after: '0',
  objectName: null,
  file: null,
  movedEntries: 0,
  plannedAt: RECENT,
  changedAt: RECENT,
};

/**
 * Archived rows of the ledger: none is lost, none counts twice, and no result of the ledger changes.
 *
 * @param opened the store of the current case
 */
export function describeLedgerArchives(opened: () => RecordStore): void {
  describe('ledger archives', () => {
    let desk: ArchivingDesk & { readonly folder: string };
    let store: RecordStore;
    let audio: AudioStore;
    beforeEach(async () => {
      store = opened();
      const folder = await mkdtemp(join(tmpdir(), 'parlance-archives-'));
      audio = await openFolderAudioStore(folder, { reserveBytes: 0 });
      desk = { store, audio, folder };
      for (const appId of ['app-1', 'app-2']) await store.apps.insert(app(appId));
      await store.ledger.setBalance('app-1', 'credits', '0');
      await store.ledger.append(entry('top-up', '1000.5', { kind: 'grant' }));
    });
    afterEach(() => rm(desk.folder, { recursive: true, force: true }));

    const files = () => audio.list('ledger');
    const named = async () => {
      const all = await Promise.all(
        ['app-1', 'app-2'].map((appId) => store.ledgerArchives.holding({ appId })),
      );
      return [...new Set(all.flat().map(({ objectName }) => objectName))].toSorted();
    };

    it('contain old rows of ended requests, and balances, usage and exports stay the same', async () => {
      await spend(desk, 'app-1', { requests: 7 });
      await store.transcriptions.insert(
        transcription('t1', { status: 'COMPLETED', createdAt: minute(3), finishedAt: minute(4) }),
      );
      await store.ledger.append(entry('t1', '-12', { unit: 'seconds', at: minute(3) }));
      await spend(desk, 'app-2', { requests: 3 });
      await store.ledger.append(entry('top-up-2', '50', { kind: 'grant', at: minute(5) }));
      await spend(desk, 'app-1', { requests: 2, at: RECENT });
      const [before, sums] = [await truthOf(desk, 'app-1'), await sumsOf(desk, 'app-1')];
      expect(await archive(desk)).toEqual([{ outcome: 'moved', entries: 17 }]);
      expect(await truthOf(desk, 'app-1')).toEqual(before);
      expect(await sumsOf(desk, 'app-1')).toEqual(sums);
      const left = await rowsOf(store.ledger, 'app-1');
      expect(left.map(({ kind, at }) => `${kind} ${at.slice(0, 10)}`)).toEqual([
        `grant ${OLD_DAY}`,
        `grant ${OLD_DAY}`,
        ...Array<string>(2).fill('reserve 2026-12-20').toSpliced(1, 0, 'release 2026-12-20'),
      ]);
      expect(await store.ledgerArchives.days('app-1')).toEqual([
        { appId: 'app-1', day: OLD_DAY, unit: 'credits', kind: 'release', entries: 4, amount: '2' },
        { appId: 'app-1', day: OLD_DAY, unit: 'credits', kind: 'reserve', entries: 7, amount: '-22.75' },
        { appId: 'app-1', day: OLD_DAY, unit: 'seconds', kind: 'reserve', entries: 1, amount: '-12' },
      ]);
      expect(await archive(desk)).toEqual([]);
      expect(await files()).toEqual(await named());
    });

    it('leave the rows of a running request, and take them when it has ended', async () => {
      await store.syntheses.insert(synthesis('long', { createdAt: minute(0) }));
      await store.transcriptions.insert(transcription('long-too', { createdAt: minute(0) }));
      await spend(desk, 'app-1', { requests: 2 });
      await store.ledger.append(entry('long', '-100', { at: minute(1) }));
      await store.ledger.append(entry('long-too', '-60', { unit: 'seconds', at: minute(1) }));
      await spend(desk, 'app-1', { requests: 2, at: minute(60) });
      const before = await truthOf(desk, 'app-1');
      await archive(desk);
      const left = async () =>
        (await store.ledgerArchives.rows({ after: '0', limit: 9 })).map(({ reference, isOpen }) => [
          reference,
          isOpen,
        ]);
      expect(await left()).toEqual([
        ['long', true],
        ['long-too', true],
      ]);
      expect(await truthOf(desk, 'app-1')).toEqual(before);
      // The refund finds the row of its charge.
      await store.syntheses.update('long', { status: 'FAILED', finishedAt: RECENT });
      await store.transcriptions.update('long-too', { status: 'FAILED', finishedAt: RECENT });
      await store.ledger.append(entry('long', '100', { at: RECENT, kind: 'release' }));
      const later = await truthOf(desk, 'app-1');
      expect(await archive(desk)).toEqual([{ outcome: 'moved', entries: 2 }]);
      expect(await left()).toEqual([['long', false]]);
      expect(await truthOf(desk, 'app-1')).toEqual(later);
      expect((await store.ledgerArchives.holding({ appId: 'app-1' })).length).toBe(2);
    });

    it('are found by app, time and place', async () => {
      expect(await store.ledgerArchives.settledPlace()).toBe('0');
      await spend(desk, 'app-1', { requests: 2 });
      await archive(desk);
      await spend(desk, 'app-2', { requests: 2, at: '2026-11-28T10:00:00.000Z' });
      // An app without a balance has no epoch.
      const rows = await store.ledgerArchives.rows({ after: '0', limit: 9 });
      expect(rows.map(({ appId, epoch }) => [appId, epoch])).toEqual(Array(3).fill(['app-2', null]));
      await archive(desk);
      const [first] = await store.ledgerArchives.holding({ appId: 'app-1' });
      const [second] = await store.ledgerArchives.holding({ appId: 'app-2' });
      expect(first?.archiveId).not.toBe(second?.archiveId);
      const found = async (query: object) =>
        (await store.ledgerArchives.holding({ appId: 'app-2', ...query })).length;
      expect(await store.ledgerArchives.holding({ appId: 'nobody\0' })).toEqual([]);
      expect(await found({ from: '2026-11-28T10:01:00.000Z' })).toBe(1);
      expect(await found({ from: '2026-11-28T10:01:00.001Z' })).toBe(0);
      expect(await found({ to: '2026-11-28T10:00:00.000Z' })).toBe(0);
      expect(await found({ to: '2026-11-28T10:00:00.001Z' })).toBe(1);
      expect(await found({ after: second?.file?.lastPlace })).toBe(0);
      expect(await found({ after: second?.file?.firstPlace })).toBe(1);
      expect(await found({ upTo: first?.file?.lastPlace })).toBe(0);
      expect(await found({ upTo: second?.file?.firstPlace })).toBe(1);
      await spend(desk, 'app-1', { requests: 1, at: '2026-11-19T10:00:00.000Z' });
      await archive(desk);
      const both = await store.ledgerArchives.holding({ appId: 'app-1' });
      expect(both.map(({ archiveId }) => archiveId)).toEqual([first?.archiveId, expect.any(String)]);
      const days = await store.ledgerArchives.days('app-1');
      expect(days.map(({ day }) => day)).toEqual(['2026-11-19', '2026-11-19', OLD_DAY, OLD_DAY]);
      const places = [...both, second].map((held) => Number(held?.file?.settledPlace));
      expect(await store.ledgerArchives.settledPlace()).toBe(String(Math.max(...places)));
      // A page can begin after an archived row like after any other.
      const page = await store.ledger.page({ appId: 'app-1', after: first?.file?.firstPlace, limit: 5 });
      expect(page).toEqual([]);
    });

    it('are moved once by several simultaneous callers, and no attempt leaves a file behind', async () => {
      await spend(desk, 'app-1', { requests: 9 });
      const before = await truthOf(desk, 'app-1');
      await Promise.all([archive(desk), archive(desk), archive(desk), archive(desk)]);
      await archive(desk);
      expect(await truthOf(desk, 'app-1')).toEqual(before);
      expect(await store.ledgerArchives.rows({ after: '0', limit: 1 })).toEqual([]);
      expect(await files()).toEqual(await named());
    });

    it('are unfinished one at a time, and change only from the given state', async () => {
      expect(await store.ledgerArchives.unfinished()).toBeUndefined();
      const plans = ['one', 'two'].map((archiveId) => store.ledgerArchives.plan({ ...planned, archiveId }));
      expect((await Promise.all(plans)).toSorted()).toEqual([false, true]);
      const kept = await store.ledgerArchives.unfinished();
      if (kept === undefined) throw new Error('one was planned');
      expect({ ...kept, archiveId: 'archive-1' }).toEqual(planned);
      const begun = await store.ledgerArchives.change(kept, { objectName: 'ledger/a', changedAt: RECENT });
      expect(begun).toEqual({ ...kept, objectName: 'ledger/a' });
      expect(await store.ledgerArchives.change(kept, { objectName: 'b', changedAt: RECENT })).toBeUndefined();
      expect(await store.ledgerArchives.unfinished()).toEqual(begun);
      expect(await store.ledgerArchives.move(kept, [])).toBeUndefined();
    });

    it('remove no rows from the ledger that differ from their content', async () => {
      await spend(desk, 'app-1', { requests: 2 });
      const rows = await store.ledgerArchives.rows({ after: '0', limit: 9 });
      const entries: ArchivedEntry[] = rows.map(({ isOpen: _isOpen, ...row }) => row);
      expect(rows.map(({ epoch }) => typeof epoch)).toEqual(['string', 'string', 'string']);
      const page = await store.ledgerArchives.rows({ after: rows[0]?.place ?? '', limit: 1 });
      expect(page).toEqual(rows.slice(1, 2));
      await store.ledgerArchives.plan(planned);
      const change = { state: 'verified', objectName: 'ledger/a', changedAt: RECENT } as const;
      const verified = await store.ledgerArchives.change(planned, change);
      if (verified === undefined) throw new Error('nobody else is at it');
      const altered = entries.map((row, index) => (index === 2 ? { ...row, amount: '-3.26' } : row));
      await expect(store.ledgerArchives.move(verified, altered)).rejects.toMatchObject({
        code: 'STORAGE_FAILED',
        details: { reason: 'DAMAGED_ARCHIVE' },
      });
      expect(await store.ledgerArchives.rows({ after: '0', limit: 9 })).toEqual(rows);
      expect(await store.ledgerArchives.days('app-1')).toEqual([]);
      const moved = await store.ledgerArchives.move(verified, entries);
      expect(moved?.movedEntries).toBe(3);
      expect((await store.ledgerArchives.move(moved ?? verified, entries))?.movedEntries).toBe(3);
      expect((await store.ledgerArchives.days('app-1')).map((day) => day.entries)).toEqual([1, 2]);
    });

    it('leave all rows in the ledger if the file is not read back as it was written, and are created again', async () => {
      await spend(desk, 'app-1', { requests: 4 });
      const before = await truthOf(desk, 'app-1');
      const spoiling: AudioStore = new Proxy(audio, {
        get: (target, name) =>
          name === 'open'
            ? async (object: string) => {
                await spoil(desk.folder, object);
                return target.open(object);
              }
            : Reflect.get(target, name).bind(target),
      });
      const errors: unknown[] = [];
      const outcomes = await archive({ store, audio: spoiling }, (error) => errors.push(error));
      expect(outcomes).toEqual([{ outcome: 'damaged', entries: 0 }]);
      expect(errors).toMatchObject([{ details: { reason: 'DAMAGED_ARCHIVE' } }]);
      expect(await store.ledgerArchives.rows({ after: '0', limit: 9 })).toHaveLength(6);
      expect(await truthOf(desk, 'app-1')).toEqual(before);
      expect(await archive(desk)).toEqual([{ outcome: 'moved', entries: 6 }]);
      expect(await truthOf(desk, 'app-1')).toEqual(before);
    });

    it('are read by an export, which fails if one is damaged or missing', async () => {
      await spend(desk, 'app-1', { requests: 4 });
      await archive(desk);
      const [name = ''] = await files();
      await spoil(desk.folder, name);
      const damaged = { code: 'STORAGE_FAILED', details: { reason: 'DAMAGED_ARCHIVE', objectName: name } };
      await expect(exported(desk, 'app-1')).rejects.toMatchObject(damaged);
      await audio.remove(name);
      await expect(exported(desk, 'app-1')).rejects.toMatchObject(damaged);
      expect(await exported(desk, 'app-1', { from: RECENT })).toEqual([]);
    });

    it('provide no sums of a part of an hour', async () => {
      await spend(desk, 'app-1', { requests: 4 });
      const from = `${OLD_DAY}T09:59:30.000Z`;
      await expect(store.tallies.sum({ appId: 'app-1', from })).resolves.toBeTruthy();
      await archive(desk);
      const part = { code: 'INVALID_INPUT', details: { field: 'from' } };
      await expect(store.tallies.sum({ appId: 'app-1', from })).rejects.toMatchObject(part);
      const requests = await store.tallies.sum({ appId: 'app-1', from, types: ['synthesis'] });
      expect(requests).toMatchObject([{ type: 'synthesis', amount: '2' }]);
      await expect(store.tallies.sum({ from, types: ['credits'] })).rejects.toMatchObject(part);
      await expect(store.tallies.sum({ from, types: ['seconds'] })).rejects.toMatchObject(part);
      // No rows of these times were archived.
      const before = `${OLD_DAY}T08:30:00.000Z`;
      const after = '2026-12-20T08:00:30.000Z';
      expect(await store.tallies.sum({ to: before, types: ['credits'] })).toEqual([]);
      expect(await store.tallies.sum({ from: after, types: ['credits'] })).toEqual([]);
      const sums = await store.tallies.sum({ appId: 'app-1', from: `${OLD_DAY}T10:00:00.000Z` });
      expect(sums).toContainEqual({ at: null, type: 'credits', status: null, amount: '6' });
    });
  });
}

/** Changes one byte in the middle of an object. */
async function spoil(folder: string, name: string): Promise<void> {
  const bytes = await readFile(join(folder, name));
  const middle = Math.floor(bytes.byteLength / 2);
  bytes.writeUInt8((bytes.readUInt8(middle) + 1) % 256, middle);
  await writeFile(join(folder, name), bytes);
}
