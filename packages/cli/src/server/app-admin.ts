import { type App, type NewAppInput, type ServerSettings, SpeechError } from '@parlance/core';
import { createSpeech } from '@parlance/runtime';
import { openDataFolder, openFolderAppStore } from '@parlance/storage';
import { openKeyRing } from './identity.ts';
import { findServer, type RunningServer } from './server-record.ts';

/** An app as `apps create` prints it. */
export interface CreatedAppView {
  readonly appId: string;
  readonly name: string;
  readonly token: string;
  readonly webhookSecret: string;
  readonly expiresAt: string | null;
}

/** An app without its secrets. */
export type AppView = Omit<App, 'tokenId' | 'webhookSecret'>;

/** What the `apps` commands do, wherever the apps are. */
export interface AppAdmin {
  create(input: NewAppInput): Promise<CreatedAppView>;
  list(search?: string): Promise<readonly AppView[]>;
  get(appId: string): Promise<AppView>;
  revoke(appId: string): Promise<AppView>;
}

/** Works on the apps through the server that runs, or on the data folder itself when none does. */
export async function withAppAdmin<Result>(
  settings: ServerSettings,
  work: (admin: AppAdmin) => Promise<Result>,
): Promise<Result> {
  const server = await findServer(settings.dataDir, settings.adminToken);
  return server === undefined ? withFolder(settings, work) : work(remoteAdmin(server));
}

async function withFolder<Result>(
  settings: ServerSettings,
  work: (admin: AppAdmin) => Promise<Result>,
): Promise<Result> {
  const folder = await openDataFolder(settings.dataDir);
  try {
    // No plugins: apps need no engine, and none shall be loaded for them.
    await using speech = await createSpeech({
      plugins: [],
      ttsConcurrency: settings.ttsConcurrency,
      sttConcurrency: settings.sttConcurrency,
      apps: await openFolderAppStore(folder),
      keys: await openKeyRing(folder),
    });
    const { service } = speech;
    return await work({
      async create(input) {
        const { app, token } = await service.createApp(input);
        const { appId, name, webhookSecret, expiresAt } = app;
        return { appId, name, token, webhookSecret, expiresAt };
      },
      list: async (search) => (await service.listApps(search)).map(withoutSecrets),
      get: async (appId) => withoutSecrets(await service.getApp(appId)),
      revoke: async (appId) => withoutSecrets(await service.revokeApp(appId)),
    });
  } finally {
    await folder.release();
  }
}

function withoutSecrets({ tokenId: _tokenId, webhookSecret: _webhookSecret, ...view }: App): AppView {
  return view;
}

const LIST_PAGE = 100;

function remoteAdmin(server: RunningServer): AppAdmin {
  const call = <Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> =>
    callAdmin<Answer>(server, method, path, body);
  const pathOf = (appId: string): string => `/admin/v1/apps/${encodeURIComponent(appId)}`;
  return {
    create: (input) => call('POST', '/admin/v1/apps', input),
    get: (appId) => call('GET', pathOf(appId)),
    revoke: (appId) => call('POST', `${pathOf(appId)}/revoke`),
    async list(search = '') {
      const all: AppView[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query = new URLSearchParams({
          limit: String(LIST_PAGE),
          ...(search && { search }),
          ...(cursor && { cursor }),
        });
        const page: { apps: AppView[]; nextCursor: string | null } = await call(
          'GET',
          `/admin/v1/apps?${query}`,
        );
        all.push(...page.apps);
        cursor = page.nextCursor;
      }
      return all;
    },
  };
}

async function callAdmin<Answer>(
  { url, adminToken }: RunningServer,
  method: 'GET' | 'POST',
  path: string,
  body: unknown,
): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${adminToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw new SpeechError(
      'STORAGE_FAILED',
      `The server that owns this data folder does not answer at ${url}.`,
      {},
      { cause },
    );
  }
  const answer = await response.json();
  if (response.ok) return answer as Answer;
  const { error } = answer as { error?: { message?: string } };
  throw new SpeechError('INVALID_INPUT', error?.message ?? `The server answered ${response.status}.`);
}
