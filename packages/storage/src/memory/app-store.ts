import type { App, AppStore } from '@parlance/core';
import type { Rows } from './table.ts';

export function createMemoryAppStore(rows: Rows<App>): AppStore {
  return {
    async insert(app) {
      rows.set(new Map(rows.get()).set(app.appId, app));
    },
    get: async (appId) => rows.get().get(appId),
    async list(search = '') {
      const wanted = search.toLowerCase();
      return [...rows.get().values()].filter((app) => app.name.toLowerCase().includes(wanted));
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
