import type { App, AppStore } from '@parlance/core';

/** Told of every change before it counts; rejects to refuse it. */
export type KeepApps = (apps: readonly App[]) => Promise<void>;

/**
 * Apps in memory: the whole store of an in-process service, and what `openFolderAppStore` puts a file under.
 *
 * @param keep makes a change durable; what it rejects with is thrown by the call, and nothing has changed
 */
export function createMemoryAppStore(
  initial: readonly App[] = [],
  keep: KeepApps = async () => undefined,
): AppStore {
  let apps: ReadonlyMap<string, App> = new Map(initial.map((app) => [app.appId, app]));
  let last: Promise<unknown> = Promise.resolve();
  /** One change at a time, so that two callers never write over each other. */
  const change = (next: () => ReadonlyMap<string, App>): Promise<void> => {
    const turn = last.then(async () => {
      const changed = next();
      if (changed === apps) return;
      await keep([...changed.values()]);
      apps = changed;
    });
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    insert: (app) => change(() => new Map(apps).set(app.appId, app)),
    get: async (appId) => apps.get(appId),
    async list(search = '') {
      const wanted = search.toLowerCase();
      return [...apps.values()].filter((app) => app.name.toLowerCase().includes(wanted));
    },
    async update(appId, members) {
      await change(() => {
        const app = apps.get(appId);
        return app === undefined ? apps : new Map(apps).set(appId, { ...app, ...members });
      });
      return apps.get(appId);
    },
  };
}
