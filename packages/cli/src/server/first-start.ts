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
 * @param repeat each step by itself: what one has made is shown also when the database leaves before the next
 * @returns `undefined`: it had both
 */
export async function prepareFirstStart(
  service: SpeechService,
  adminToken: string,
  repeat: Repeat,
): Promise<FirstStart | undefined> {
  const { items } = await repeat(() => service.listApps({ limit: 1 }));
  const app =
    items.length === 0
      ? await repeat(() => service.createApp({ name: DEFAULT_APP_NAME }, { idempotency: ONCE }))
      : undefined;
  const adminPassword = newAdminPassword();
  const isPasswordNew = await repeat(
    async () => (await service.admin?.claimPassword(adminPassword)) === true,
  );
  const isAppNew = app !== undefined && app.isReplay !== true;
  if (!isAppNew && !isPasswordNew) return undefined;
  return { adminToken, ...(isAppNew && { created: app }), ...(isPasswordNew && { adminPassword }) };
}
