import type { JobKind } from '@parlance/core/requests';
import type { RecordStore } from '@parlance/core/storage';
import { createMemoryRecordStore } from '@parlance/storage';
import { describe, expect, it, vi } from 'vitest';
import { type AddedJob, describeRecordStore } from '../../storage/test/records-contract.ts';
import { app } from '../../storage/test/sample-records.ts';
import { rememberApps } from '../src/records/remembered-apps.ts';

const NO_JOBS = { add: async () => undefined };

describeRecordStore('with remembered apps', async () => {
  const added: AddedJob[] = [];
  const told: JobKind[] = [];
  const store = createMemoryRecordStore({
    async add(kind, id, options = {}) {
      added.push([kind, id, options]);
      told.push(kind);
    },
  });
  return { store: rememberApps(store), told, jobs: async () => added, close: async () => undefined };
});

function opened(): { readonly records: RecordStore; readonly lookUps: () => number } {
  const below = createMemoryRecordStore(NO_JOBS);
  const get = vi.spyOn(below.apps, 'get');
  return { records: rememberApps(below), lookUps: () => get.mock.calls.length };
}

describe('apps that are remembered', () => {
  it('are looked up once, and so are those that do not exist', async () => {
    const { records, lookUps } = opened();
    await records.apps.insert(app('one'));
    for (let call = 0; call < 3; call += 1) {
      expect(await records.apps.get('one')).toEqual(app('one'));
      expect(await records.apps.get('two')).toBeUndefined();
    }
    expect(lookUps()).toBe(2);
  });

  it('are looked up again after an insertion, a use and a change', async () => {
    const { records } = opened();
    expect(await records.apps.get('one')).toBeUndefined();
    await records.apps.insert(app('one'));
    expect(await records.apps.get('one')).toMatchObject({ lastUsedAt: null });
    await records.apps.touch('one', '2026-11-21T11:00:00.000Z');
    expect(await records.apps.get('one')).toMatchObject({ lastUsedAt: '2026-11-21T11:00:00.000Z' });
    await records.apps.update('one', { name: 'renamed' });
    expect(await records.apps.get('one')).toMatchObject({ name: 'renamed' });
  });

  it('are looked up again after a transaction that changed them', async () => {
    const { records } = opened();
    await records.apps.insert(app('one'));
    await records.apps.get('one');
    await records.transact(({ apps }) => apps.update('one', { name: 'renamed' }));
    expect(await records.apps.get('one')).toMatchObject({ name: 'renamed' });
  });

  it('are not kept if they were changed while they were looked up', async () => {
    const old = app('one', { name: 'old' });
    const renamed = app('one', { name: 'renamed' });
    const reading = Promise.withResolvers<typeof old>();
    const get = vi.fn().mockReturnValueOnce(reading.promise).mockResolvedValue(renamed);
    const below = createMemoryRecordStore(NO_JOBS);
    const update = async () => renamed;
    const records = rememberApps({ ...below, apps: { ...below.apps, get, update } });
    const early = records.apps.get('one');
    await records.apps.update('one', { name: 'renamed' });
    reading.resolve(old);
    expect(await early).toEqual(old);
    expect(await records.apps.get('one')).toMatchObject({ name: 'renamed' });
  });
});
