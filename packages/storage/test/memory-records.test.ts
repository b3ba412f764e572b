import type { JobKind } from '@parlance/core/requests';
import { createMemoryRecordStore } from '../src/index.ts';
import { type AddedJob, describeRecordStore } from './records-contract.ts';

describeRecordStore('in memory', async () => {
  const added: AddedJob[] = [];
  const told: JobKind[] = [];
  const store = createMemoryRecordStore({
    async add(kind, id, options = {}) {
      added.push([kind, id, options]);
      told.push(kind);
    },
  });
  return { store, told, jobs: async () => added, close: async () => undefined };
});
