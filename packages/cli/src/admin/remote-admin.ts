import type { ManagedVoicePack } from '@parlance/core/service';
import type { AppView, DeliveryView, OwnedVoiceView } from './admin-views.ts';
import { type AdminAddress, callAdmin } from './call-admin.ts';
import { collectPages } from './collect-pages.ts';
import { packForm } from './pack-form.ts';
import type { ServiceAdmin } from './service-admin.ts';

/** Administers a running server through its admin API. */
export function remoteAdmin(server: AdminAddress): ServiceAdmin {
  const get = <Answer>(path: string): Promise<Answer> => callAdmin(server, { method: 'GET', path });
  const post = <Answer>(path: string, body?: object): Promise<Answer> =>
    callAdmin(server, { method: 'POST', path, body });
  const pathOf = (appId: string): string => `/admin/v1/apps/${encodeURIComponent(appId)}`;
  return {
    create: (input) => post('/admin/v1/apps', input),
    list: (search) =>
      collectPages(Number.POSITIVE_INFINITY, async (page) => {
        const query = queryOf({ ...page, search: search || undefined });
        const { apps, nextCursor } = await get<AppPage>(`/admin/v1/apps?${query}`);
        return { items: apps, nextCursor };
      }),
    get: (appId) => get(pathOf(appId)),
    change: (appId, change) => callAdmin(server, { method: 'PATCH', path: pathOf(appId), body: change }),
    revoke: (appId) => post(`${pathOf(appId)}/revoke`),
    topUp: (appId, added) => post(`${pathOf(appId)}/top-up`, added),
    rotateToken: (appId, input) => post(`${pathOf(appId)}/token/rotate`, input),
    getVocabulary: (appId) => get(`${pathOf(appId)}/vocabulary`),
    putVocabulary: (appId, terms) =>
      callAdmin(server, { method: 'PUT', path: `${pathOf(appId)}/vocabulary`, body: { terms } }),
    tryVocabulary: (appId, input) => post(`${pathOf(appId)}/vocabulary/trials`, input),
    rotateWebhookSecret: (appId) => post(`${pathOf(appId)}/webhook-secret/rotate`),
    listDeliveries: ({ limit, ...filter }) =>
      collectPages(limit, async (page) => {
        const query = queryOf({ ...filter, ...page });
        const { deliveries, nextCursor } = await get<DeliveryPage>(`/admin/v1/webhooks?${query}`);
        return { items: deliveries, nextCursor };
      }),
    replayDelivery: (deliveryId) => post(`/admin/v1/webhooks/${encodeURIComponent(deliveryId)}/replay`),
    async setPassword(password) {
      await callAdmin(server, { method: 'PUT', path: '/admin/v1/password', body: { password } });
    },
    rotateKeys: () => post('/admin/v1/keys/rotate'),
    async giveVoice(voiceCode, appId) {
      const path = `/admin/v1/voices/${encodeURIComponent(voiceCode)}/owner`;
      const { code, ownerAppId } = await post<OwnedVoiceView>(path, { appId });
      return { code, ownerAppId };
    },
    models: {
      list: () => get('/admin/v1/models'),
      get: (modelId) => get(modelPathOf(modelId)),
      install: (modelId) => post(`${modelPathOf(modelId)}/install`),
      cancelInstall: (modelId) =>
        callAdmin(server, { method: 'DELETE', path: `${modelPathOf(modelId)}/install` }),
      async remove(modelId, { force = false } = {}) {
        await callAdmin(server, { method: 'DELETE', path: `${modelPathOf(modelId)}?force=${force}` });
      },
      makeDefault: (modelId) => post(`${modelPathOf(modelId)}/default`),
    },
    voicePacks: {
      async list() {
        const { voicePacks } = await get<{ readonly voicePacks: readonly ManagedVoicePack[] }>(PACKS_PATH);
        return voicePacks;
      },
      add: (files, { ownerAppId, signal }) =>
        callAdmin(server, {
          method: 'POST',
          path: `${PACKS_PATH}?${queryOf({ ownerAppId })}`,
          form: packForm(files),
          signal,
        }),
      async remove(packId, { force = false } = {}) {
        const path = `${PACKS_PATH}/${encodeURIComponent(packId)}?force=${force}`;
        await callAdmin(server, { method: 'DELETE', path });
      },
    },
  };
}

const PACKS_PATH = '/admin/v1/voice-packs';

function modelPathOf(modelId: string): string {
  return `/admin/v1/models/${encodeURIComponent(modelId)}`;
}

interface AppPage {
  readonly apps: readonly AppView[];
  readonly nextCursor: string | null;
}

interface DeliveryPage {
  readonly deliveries: readonly DeliveryView[];
  readonly nextCursor: string | null;
}

function queryOf(parameters: Readonly<Record<string, string | number | undefined>>): URLSearchParams {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
}
