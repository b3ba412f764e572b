import type { App } from '../accounts/app.ts';
import { lockApp } from '../accounts/require-app.ts';
import type { RecordStore } from '../storage/record-store.ts';
import type { AdminActor } from './admin-actor.ts';
import { type NoteActionPorts, noteAction } from './audit-actions.ts';

export interface RevokeAppPorts extends NoteActionPorts {
  readonly records: Pick<RecordStore, 'transact'>;
}

/** Makes an app's token worthless, for good; of one that is revoked already the time stays. @throws SpeechError `NOT_FOUND` */
export async function revokeApp(ports: RevokeAppPorts, appId: string, by?: AdminActor): Promise<App> {
  return ports.records.transact(async (tables) => {
    const app = await lockApp(tables.apps, appId);
    if (app.revokedAt !== null) return app;
    await noteAction(ports, tables, { by, action: 'app-revoke', target: appId });
    const revokedAt = new Date(ports.clock.now()).toISOString();
    return (await tables.apps.update(appId, { revokedAt })) ?? app;
  });
}
