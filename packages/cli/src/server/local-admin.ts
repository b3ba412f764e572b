import {
  type AdminService,
  type App,
  type ServerSettings,
  SpeechError,
  type SpeechService,
} from '@parlance/core';
import { createSpeech, nodeClock } from '@parlance/runtime';
import { openDataFolder, openStorage } from '@parlance/storage';
import {
  type AppView,
  appDetailView,
  appView,
  createdAppView,
  deliveryView,
  rotatedSecretView,
} from './admin-views.ts';
import { collectPages } from './collect-pages.ts';
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
    });
    return await work(recorded(localAdmin(speech.service), speech.service.admin));
  } finally {
    await folder.release();
  }
}

function localAdmin(service: SpeechService): ServiceAdmin {
  const view = async (app: App): Promise<AppView> => appView(app, await service.getBalances(app.appId));
  const detail = async (app: App): Promise<AppView> =>
    appDetailView(app, await service.getBalances(app.appId), await administered(service).getUsage(app.appId));
  return {
    create: async (input) => createdAppView(await service.createApp(input)),
    list: (search) =>
      collectPages(Number.POSITIVE_INFINITY, async (page) => {
        const { items, nextCursor } = await service.listApps({ ...page, search });
        return { items: items.map(({ app, balances }) => appView(app, balances)), nextCursor };
      }),
    get: async (appId) => detail(await service.getApp(appId)),
    change: async (appId, change) => detail(await administered(service).changeApp(appId, change)),
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
    setPassword: (password) => administered(service).setPassword(password),
    rotateKeys: async () => ({ keyIds: await administered(service).rotateKeys() }),
  };
}

function administered({ admin }: SpeechService): AdminService {
  if (admin !== undefined) return admin;
  throw new SpeechError('INTERNAL', 'The service has no administration.');
}

/** What the log of actions calls the commands that change something; with a server it is the server that writes it. */
const ACTIONS = {
  change: 'app-change',
  revoke: 'app-revoke',
  topUp: 'app-top-up',
  rotateWebhookSecret: 'webhook-secret-rotate',
  replayDelivery: 'webhook-replay',
} as const;

const COMMAND_LINE = { actor: 'command-line', sessionId: null, address: null } as const;

/** The same with every change on the log of actions. */
function recorded(local: ServiceAdmin, admin: AdminService | undefined): ServiceAdmin {
  const record = async (action: string, target: string | null): Promise<void> =>
    admin?.recordAction(COMMAND_LINE, { action, target });
  const after =
    <Rest extends unknown[], Result>(
      action: string,
      change: (target: string, ...rest: Rest) => Promise<Result>,
    ) =>
    async (target: string, ...rest: Rest): Promise<Result> => {
      const result = await change(target, ...rest);
      await record(action, target);
      return result;
    };
  return {
    ...local,
    async create(input) {
      const created = await local.create(input);
      await record('app-create', created.appId);
      return created;
    },
    change: after(ACTIONS.change, local.change),
    revoke: after(ACTIONS.revoke, local.revoke),
    topUp: after(ACTIONS.topUp, local.topUp),
    rotateWebhookSecret: after(ACTIONS.rotateWebhookSecret, local.rotateWebhookSecret),
    replayDelivery: after(ACTIONS.replayDelivery, local.replayDelivery),
    async setPassword(password) {
      await local.setPassword(password);
      await record('password-set', null);
    },
    async rotateKeys() {
      const rotated = await local.rotateKeys();
      await record('keys-rotate', rotated.keyIds[0] ?? null);
      return rotated;
    },
  };
}
