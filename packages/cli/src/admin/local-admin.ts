import type { App } from '@parlance/core/accounts';
import type { AdminActor } from '@parlance/core/administration';
import { SpeechError } from '@parlance/core/errors';
import type { AdminService, SpeechService, VoicePackAdmin } from '@parlance/core/service';
import type { ServerSettings } from '@parlance/core/settings';
import { createSpeech } from '@parlance/runtime';
import { addedPacksFolder, speechOptionsOf } from '../settings/speech-options.ts';
import { openServerStorage } from '../storage/open-server-storage.ts';
import { recordDefaults } from '../storage/recorded-defaults.ts';
import { withDataFolder } from '../storage/with-data-folder.ts';
import {
  type AppView,
  appDetailView,
  appView,
  createdAppView,
  deliveryView,
  rotatedSecretView,
  rotatedTokenView,
} from './admin-views.ts';
import { collectPages } from './collect-pages.ts';
import { modelsOf } from './models-of.ts';
import type { ServiceAdmin } from './service-admin.ts';

export interface LocalAdminOptions {
  /** Whether the work is on models or voices, which plugins provide. For other work no plugin is loaded. */
  readonly hasModels?: boolean;
}

/** Keeps the data folder open while the work runs. */
export async function withLocalAdmin<Result>(
  settings: ServerSettings,
  work: (admin: ServiceAdmin) => Promise<Result>,
  { hasModels = false }: LocalAdminOptions = {},
): Promise<Result> {
  const { dataDir, ttsConcurrency, sttConcurrency } = settings;
  return withDataFolder(dataDir, async (folder) => {
    const storage = await openServerStorage(settings, folder.path);
    try {
      await using speech = await createSpeech({
        ...(hasModels ? await speechOptionsOf(settings) : { plugins: [], ttsConcurrency, sttConcurrency }),
        storage,
        voicePackFolder: addedPacksFolder(settings),
        roles: [],
      });
      const done = await work(localAdmin(speech.service));
      if (hasModels) await recordDefaults(folder, storage);
      return done;
    } finally {
      await storage.close();
    }
  });
}

/** Anybody who can read the data folder may administer it, so there is no sign-in. */
const BY: AdminActor = { actor: 'command-line', sessionId: null, address: null };

function localAdmin(service: SpeechService): ServiceAdmin {
  const view = async (app: App): Promise<AppView> => appView(app, await service.getBalances(app.appId));
  const detail = async (app: App): Promise<AppView> =>
    appDetailView(app, await service.getBalances(app.appId), await administered(service).getUsage(app.appId));
  return {
    create: async (input) => createdAppView(await service.createApp(input, { by: BY })),
    list: (search) =>
      collectPages(Number.POSITIVE_INFINITY, async (page) => {
        const { items, nextCursor } = await service.listApps({ ...page, search });
        return { items: items.map(({ app, balances }) => appView(app, balances)), nextCursor };
      }),
    get: async (appId) => detail(await service.getApp(appId)),
    change: async (appId, change) => detail(await administered(service).changeApp(appId, change, BY)),
    revoke: async (appId) => view(await service.revokeApp(appId, BY)),
    async topUp(appId, added) {
      await service.topUp(appId, added, BY);
      return view(await service.getApp(appId));
    },
    rotateToken: async (appId, input) =>
      rotatedTokenView(await service.rotateToken(appId, { ...input, by: BY })),
    getVocabulary: (appId) => service.getVocabulary(appId),
    putVocabulary: (appId, terms) => service.putVocabulary(appId, terms, BY),
    tryVocabulary: async (appId, input) => administered(service).tryVocabulary(appId, input),
    rotateWebhookSecret: async (appId) =>
      rotatedSecretView(await service.rotateWebhookSecret(appId, { by: BY })),
    listDeliveries: ({ limit, ...filter }) =>
      collectPages(limit, async (page) => {
        const { items, nextCursor } = await service.listDeliveries({ ...filter, ...page });
        return { items: items.map(deliveryView), nextCursor };
      }),
    replayDelivery: async (deliveryId) => deliveryView(await service.replayDelivery(deliveryId, BY)),
    setPassword: (password) => administered(service).setPassword(password, BY),
    get models() {
      return modelsOf(service.admin);
    },
    voicePacks: {
      list: () => voicePacksOf(service).list(),
      add: (files, options) => voicePacksOf(service).add(files, options, BY),
      remove: (packId, options) => voicePacksOf(service).remove(packId, options, BY),
    },
    async giveVoice(voiceCode, appId) {
      const { code, ownerAppId = null } = await administered(service).giveVoice(voiceCode, appId, BY);
      return { code, ownerAppId };
    },
    rotateKeys: async () => ({ keyIds: await administered(service).rotateKeys(BY) }),
  };
}

function voicePacksOf(service: SpeechService): VoicePackAdmin {
  const { voicePacks } = administered(service);
  if (voicePacks !== undefined) return voicePacks;
  throw new SpeechError('INTERNAL', 'The service has no administration of voice packs.');
}

function administered({ admin }: SpeechService): AdminService {
  if (admin !== undefined) return admin;
  throw new SpeechError('INTERNAL', 'The service has no administration.');
}
