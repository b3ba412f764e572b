import type { AppChangeInput } from '../../config/new-app-input.ts';
import type { App } from '../../domain/apps/app.ts';
import type { AdminActor } from '../../ports/admin-service.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import { type NoteActionPorts, noteAction } from '../admin/audit-actions.ts';
import { requireApp } from './require-app.ts';

export interface ChangeAppPorts extends NoteActionPorts {
  readonly records: Pick<RecordStore, 'transact'>;
}

/** Changes what is given; the rest stays. @throws SpeechError `NOT_FOUND` */
export async function changeApp(
  ports: ChangeAppPorts,
  appId: string,
  { by, ...change }: AppChangeInput & { readonly by?: AdminActor | undefined },
): Promise<App> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return ports.records.transact(async (tables) => {
    const changed = await tables.apps.update(appId, Object.fromEntries(given));
    const app = changed ?? (await requireApp(tables.apps, appId));
    await noteAction(ports, tables, { by, action: 'app-change', target: appId });
    return app;
  });
}
