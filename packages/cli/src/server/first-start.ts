import { DEFAULT_APP_NAME } from '@parlance/core/accounts';
import type { CreatedApp } from '@parlance/core/administration';
import type { SpeechService } from '@parlance/core/service';
import { newAdminPassword } from '../storage/admin-credentials.ts';
import type { Repeat } from './repeat-while-away.ts';

/** The credentials to begin with, each shown only once. */
export interface FirstStart {
  /** The app to begin with; absent where there are apps already. */
  readonly created?: CreatedApp;
  readonly adminToken: string;
  /** Absent where one was set before. */
  readonly adminPassword?: string;
}

/** Of several servers that begin on one empty database, one makes the app. */
const ONCE = { path: 'first-start', key: DEFAULT_APP_NAME, bodyHash: '' };

/**
 * Makes what a new database has not: an app to begin with, a password for the console.
 *
 * @param options.after nothing is made before it resolves, since a start that fails shows nobody what it made
 * @param options.repeat each step by itself: what one has made is shown also when the database leaves before the next
 * @returns `undefined`: it had both
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

/** @returns `undefined`: there are apps */
async function makeApp(service: SpeechService, repeat: Repeat): Promise<CreatedApp | undefined> {
  const { items } = await repeat(() => service.listApps({ limit: 1 }));
  if (items.length > 0) return undefined;
  return repeat(() => service.createApp({ name: DEFAULT_APP_NAME }, { idempotency: ONCE }));
}
