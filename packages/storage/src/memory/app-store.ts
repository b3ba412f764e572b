import type { App, AppStore } from '@parlance/core';
import { compare, type Rows, sameId } from './table.ts';

export function createMemoryAppStore(rows: Rows<App>): AppStore {
  return {
    async insert(app) {
      if (rows.get().has(app.appId)) throw sameId();
      rows.set(new Map(rows.get()).set(app.appId, app));
    },
    get: async (appId) => rows.get().get(appId),
    async list(search = '') {
      const wanted = search.toLowerCase();
      return [...rows.get().values()]
        .filter((app) => app.name.toLowerCase().includes(wanted))
        .sort((one, other) => compare(one.createdAt, other.createdAt) || compare(one.appId, other.appId));
    },
    async update(appId, change) {
      const app = rows.get().get(appId);
      if (app === undefined) return undefined;
      const changed = { ...app, ...change };
      rows.set(new Map(rows.get()).set(appId, changed));
      return changed;
    },
  };
}
