import { type App, type NewAppInput, newAppInput, parseInput, type ServerSettings } from '@parlance/core';
import { createSpeech, nodeClock } from '@parlance/runtime';
import { openDataFolder, openStorage } from '@parlance/storage';
import { openKeyRing } from './identity.ts';
import { remoteAppAdmin, ServerGone } from './remote-app-admin.ts';
import { findServer } from './server-record.ts';
import { createUndoList } from './undo-list.ts';

/** An app as `apps create` prints it. */
export interface CreatedAppView {
  readonly appId: string;
  readonly name: string;
  readonly token: string;
  readonly webhookSecret: string;
  readonly expiresAt: string | null;
}

/** An app without its secrets, as the admin API gives it. `null` credits and seconds are unlimited. */
export interface AppView extends Omit<App, 'tokenId' | 'webhookSecret'> {
  readonly credits: string | null;
  readonly seconds: number | null;
}

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
  const server = await findServer(settings.dataDir);
  if (server === undefined) return withFolder(settings, work);
  try {
    return await work(remoteAppAdmin(server));
  } catch (error) {
    // It ended a moment ago, perhaps by a kill that left its record: the folder is free, or will be.
    if (error instanceof ServerGone) return withFolder(settings, work);
    throw error;
  }
}

async function withFolder<Result>(
  settings: ServerSettings,
  work: (admin: AppAdmin) => Promise<Result>,
): Promise<Result> {
  const folder = await openDataFolder(settings.dataDir);
  try {
    await using undo = createUndoList();
    const { databaseUrl, audioUrl } = settings;
    const storage = await openStorage({ dataFolder: folder.path, databaseUrl, audioUrl, clock: nodeClock });
    undo.defer(() => storage.close());
    // No plugins: apps need no engine, and none shall be loaded for them.
    await using speech = await createSpeech({
      plugins: [],
      ttsConcurrency: settings.ttsConcurrency,
      sttConcurrency: settings.sttConcurrency,
      storage,
      roles: [],
      keys: await openKeyRing(folder),
    });
    const { service } = speech;
    return await work({
      async create(input) {
        const { app, token } = await service.createApp(parseInput(newAppInput, input));
        const { appId, name, webhookSecret, expiresAt } = app;
        return { appId, name, token, webhookSecret, expiresAt };
      },
      list: async (search) => (await service.listApps(search)).map(viewOf),
      get: async (appId) => viewOf(await service.getApp(appId)),
      revoke: async (appId) => viewOf(await service.revokeApp(appId)),
    });
  } finally {
    await folder.release();
  }
}

function viewOf({ tokenId: _tokenId, webhookSecret: _webhookSecret, ...view }: App): AppView {
  return { ...view, credits: null, seconds: null };
}
