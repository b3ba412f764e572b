import type { App, AppStore } from '@parlance/core/accounts';
import { compare, type Rows, sameId } from './table.ts';

export function createMemoryAppStore(rows: Rows<App>): AppStore {
  const put = (app: App): void => rows.set(new Map(rows.get()).set(app.appId, app));
  return {
    async insert(app) {
      if (rows.get().has(app.appId)) throw sameId();
      put(app);
    },
    get: async (appId) => rows.get().get(appId),
    async list({ search = '', after, limit }) {
      const wanted = search.toLowerCase();
      const isLater = ({ createdAt, appId }: App): boolean =>
        after === undefined || (compare(createdAt, after.createdAt) || compare(appId, after.id)) > 0;
      return [...rows.get().values()]
        .filter((app) => app.name.toLowerCase().includes(wanted) && isLater(app))
        .sort((one, other) => compare(one.createdAt, other.createdAt) || compare(one.appId, other.appId))
        .slice(0, limit);
    },
    async touch(appId, usedAt) {
      const app = rows.get().get(appId);
      if (app !== undefined && (app.lastUsedAt ?? '') < usedAt) put({ ...app, lastUsedAt: usedAt });
    },
    async update(appId, change) {
      const app = rows.get().get(appId);
      if (app === undefined) return undefined;
      const changed = { ...app, ...change };
      put(changed);
      return changed;
    },
  };
}
