import type { App, ServerSettings, SpeechService } from '@parlance/core';
import { createSpeech, nodeClock } from '@parlance/runtime';
import { openDataFolder, openStorage } from '@parlance/storage';
import { type AppView, appView, createdAppView, deliveryView, rotatedSecretView } from './admin-views.ts';
import { collectPages } from './collect-pages.ts';
import { openKeyRing } from './identity.ts';
import type { ServiceAdmin } from './service-admin.ts';
import { createUndoList } from './undo-list.ts';

/** Opens the data folder for as long as the work takes. No plugins: none of it needs an engine, and none shall be loaded. */
export async function withLocalAdmin<Result>(
  settings: ServerSettings,
  work: (admin: ServiceAdmin) => Promise<Result>,
): Promise<Result> {
  const { dataDir, databaseUrl, audioUrl, ttsConcurrency, sttConcurrency } = settings;
  const folder = await openDataFolder(dataDir);
  try {
    await using undo = createUndoList();
    const storage = await openStorage({ dataFolder: folder.path, databaseUrl, audioUrl, clock: nodeClock });
    undo.defer(() => storage.close());
    await using speech = await createSpeech({
      plugins: [],
      ttsConcurrency,
      sttConcurrency,
      storage,
      roles: [],
      keys: await openKeyRing(storage),
    });
    return await work(localAdmin(speech.service));
  } finally {
    await folder.release();
  }
}

function localAdmin(service: SpeechService): ServiceAdmin {
  const view = async (app: App): Promise<AppView> => appView(app, await service.getBalances(app.appId));
  return {
    create: async (input) => createdAppView(await service.createApp(input)),
    list: async (search) => Promise.all((await service.listApps(search)).map(view)),
    get: async (appId) => view(await service.getApp(appId)),
    revoke: async (appId) => view(await service.revokeApp(appId)),
    async topUp(appId, { credits, seconds }) {
      if (credits !== undefined) await service.topUp(appId, { unit: 'credits', amount: credits });
      if (seconds !== undefined) await service.topUp(appId, { unit: 'seconds', amount: seconds });
      return view(await service.getApp(appId));
    },
    rotateWebhookSecret: async (appId) => rotatedSecretView(await service.rotateWebhookSecret(appId)),
    listDeliveries: ({ limit, ...filter }) =>
      collectPages(limit, async (page) => {
        const { items, nextCursor } = await service.listDeliveries({ ...filter, ...page });
        return { items: items.map(deliveryView), nextCursor };
      }),
    replayDelivery: async (deliveryId) => deliveryView(await service.replayDelivery(deliveryId)),
  };
}
