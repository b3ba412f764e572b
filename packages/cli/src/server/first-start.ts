import { DEFAULT_APP_NAME } from '@parlance/core/accounts';
import type { CreatedApp } from '@parlance/core/administration';
import type { SpeechService } from '@parlance/core/service';
import { newAdminPassword } from '../storage/admin-credentials.ts';
import type { Repeat } from './repeat-while-away.ts';

/** The first credentials, each shown only once. */
export interface FirstStart {
  /** The first app; absent if there are apps already. */
  readonly created?: CreatedApp;
  readonly adminToken: string;
  /** Absent if one was set before. */
  readonly adminPassword?: string;
}

/** If several servers start on one empty database, only one creates the app. */
const ONCE = { path: 'first-start', key: DEFAULT_APP_NAME, bodyHash: '' };

/**
 * Creates what a new database lacks: a first app, and a password for the console.
 *
 * @param options.after nothing is created before it resolves, since a failed start could not show the credentials
 * @param options.repeat retries each step separately, so that the credentials of the first step are shown even if the database fails before the next
 * @returns `undefined`: the database has both
 */
export async function prepareFirstStart(
  service: SpeechService,
  adminToken: string,
  { after, repeat }: { readonly after: Promise<unknown>; readonly repeat: Repeat },
): Promise<FirstStart | undefined> {
  const adminPassword = newAdminPassword();
  const [app, isPasswordNew] = await Promise.all([
    after.then(() => makeApp(service, repeat)),
    repeat(async () => (await service.admin?.claimPassword(adminPassword, after)) === true),
  ]);
  const isAppNew = app !== undefined && app.isReplay !== true;
  if (!isAppNew && !isPasswordNew) return undefined;
  return { adminToken, ...(isAppNew && { created: app }), ...(isPasswordNew && { adminPassword }) };
}

/** @returns `undefined`: there are apps already */
async function makeApp(service: SpeechService, repeat: Repeat): Promise<CreatedApp | undefined> {
  const { items } = await repeat(() => service.listApps({ limit: 1 }));
  if (items.length > 0) return undefined;
  return repeat(() => service.createApp({ name: DEFAULT_APP_NAME }, { idempotency: ONCE }));
}
