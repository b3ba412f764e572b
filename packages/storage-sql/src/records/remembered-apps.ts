import type { App, AppStore } from '@parlance/core/accounts';
import type { RecordStore, Records } from '@parlance/core/storage';
import { LRUCache } from 'lru-cache';

/** About 1 kB each. */
const MAX_APPS = 10_000;

/**
 * Keeps apps in memory, so that authentication does not wait for the database: the single connection of the embedded database
 * is often busy with the record of the previous call. Only for a store that no other process writes to: every change
 * passes through here and is seen by the next `get`. The absence of an app is kept as well, or the response time would reveal it.
 */
export function rememberApps(store: RecordStore): RecordStore {
  const kept = new LRUCache<string, { readonly app: App | undefined }>({ max: MAX_APPS });
  let changes = 0;
  const forget = (appIds: Iterable<string>): void => {
    changes += 1;
    for (const appId of appIds) kept.delete(appId);
  };
  const get = async (appId: string): Promise<App | undefined> => {
    const known = kept.get(appId);
    if (known !== undefined) return known.app;
    const changesBefore = changes;
    const app = await store.apps.get(appId);
    // If there was a change during the lookup, the result may be older than the change: it is used, but not kept.
    if (changes === changesBefore) kept.set(appId, { app });
    return app;
  };
  const changing = async <Result>(appId: string, change: Promise<Result>): Promise<Result> => {
    try {
      return await change;
    } finally {
      forget([appId]);
    }
  };
  return {
    ...store,
    apps: {
      get,
      list: (query) => store.apps.list(query),
      insert: (app) => changing(app.appId, store.apps.insert(app)),
      touch: (appId, usedAt) => changing(appId, store.apps.touch(appId, usedAt)),
      update: (appId, change) => changing(appId, store.apps.update(appId, change)),
    },
    async transact(work) {
      const changed = new Set<string>();
      try {
        return await store.transact((records) => work(noting(records, changed)));
      } finally {
        if (changed.size > 0) forget(changed);
      }
    },
  };
}

/** The records of a transaction, which note the apps that it changes. */
function noting(records: Records, changed: Set<string>): Records {
  const { apps } = records;
  const noted: AppStore = {
    ...apps,
    insert(app) {
      changed.add(app.appId);
      return apps.insert(app);
    },
    touch(appId, usedAt) {
      changed.add(appId);
      return apps.touch(appId, usedAt);
    },
    update(appId, change) {
      changed.add(appId);
      return apps.update(appId, change);
    },
  };
  return { ...records, apps: noted };
}
