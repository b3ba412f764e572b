import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';
import type { ManagedVoicePack } from '@parlance/core/service';
import type { AppView, DeliveryView, OwnedVoiceView } from './admin-views.ts';
import { collectPages } from './collect-pages.ts';
import { packForm, type StreamedForm } from './pack-form.ts';
import type { ServiceAdmin } from './service-admin.ts';

/** Nobody listens where the server did: nothing was sent. */
export class ServerGone extends SpeechError {}

/** Where a running server has its admin API. */
export interface AdminAddress {
  readonly url: string;
  readonly adminToken: string;
}

/** A running server, through its admin API. */
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

/** @returns the name of the copy in the data folder */
export async function copyRemoteDatabase(server: AdminAddress): Promise<string> {
  const path = '/admin/v1/database/copy';
  return (await callAdmin<{ readonly folder: string }>(server, { method: 'POST', path })).folder;
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

interface AdminCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object | undefined;
  /** In place of a body. */
  readonly form?: StreamedForm;
  readonly signal?: AbortSignal | undefined;
}

async function callAdmin<Answer>({ url, adminToken }: AdminAddress, call: AdminCall): Promise<Answer> {
  const { method, path, body, form, signal } = call;
  let response: Response;
  try {
    response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${adminToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(form !== undefined && { 'content-type': form.contentType }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form !== undefined && { body: form.body, duplex: 'half' }),
      ...(signal !== undefined && { signal }),
    });
  } catch (cause) {
    if (signal?.aborted) throw SpeechError.aborted(signal);
    throw unreachable(url, cause);
  }
  const hasNone = response.status === 204;
  const answer: unknown = hasNone ? null : await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer as Answer;
  throw refused(response.status, answer as Refusal | undefined);
}

interface Refusal {
  readonly error?: { readonly code?: string; readonly message?: string };
}

function unreachable(url: string, cause: unknown): SpeechError {
  const reason =
    cause instanceof Error ? (cause.cause as NodeJS.ErrnoException | undefined)?.code : undefined;
  const message = `The server that owns this data folder does not answer at ${url}; restart it, and try again.`;
  return reason === 'ECONNREFUSED'
    ? new ServerGone('STORAGE_FAILED', message, {}, { cause })
    : new SpeechError('STORAGE_FAILED', message, {}, { cause });
}

/** What a status of the admin API means here, so that a command ends the same way with a server and without. */
const CODES: Readonly<Record<number, SpeechErrorCode>> = {
  400: 'INVALID_INPUT',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'IDEMPOTENCY_CONFLICT',
  429: 'REQUEST_RATE_EXCEEDED',
  503: 'SHUTTING_DOWN',
};

function refused(status: number, answer: Refusal | undefined): SpeechError {
  const message = answer?.error?.message ?? `The server answered with the status ${status}.`;
  const isPackConflict = answer?.error?.code === 'VOICE_PACK_CONFLICT';
  const code = isPackConflict ? 'VOICE_PACK_CONFLICT' : (CODES[status] ?? 'STORAGE_FAILED');
  return new SpeechError(code, message, { status });
}
