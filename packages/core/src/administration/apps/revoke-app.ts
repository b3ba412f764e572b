import type { App } from '../../accounts/app.ts';
import { lockApp } from '../../accounts/require-app.ts';
import type { RecordKeeping } from '../../storage/record-keeping.ts';
import type { AdminActor } from '../admin-actor.ts';
import { noteAction } from '../audit-actions.ts';

/** Revokes an app permanently; an app that is already revoked keeps its time of revocation. @throws SpeechError `NOT_FOUND` */
export async function revokeApp(keeping: RecordKeeping, appId: string, by?: AdminActor): Promise<App> {
  return keeping.records.transact(async (tables) => {
    const app = await lockApp(tables.apps, appId);
    if (app.revokedAt !== null) return app;
    await noteAction(keeping, tables, { by, action: 'app-revoke', target: appId });
    const revokedAt = new Date(keeping.clock.now()).toISOString();
    return (await tables.apps.update(appId, { revokedAt })) ?? app;
  });
}
