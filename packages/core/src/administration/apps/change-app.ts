import type { App } from '../../accounts/app.ts';
import { requireApp } from '../../accounts/require-app.ts';
import type { RecordKeeping } from '../../storage/record-keeping.ts';
import type { AdminActor } from '../admin-actor.ts';
import { noteAction } from '../audit-actions.ts';
import type { AppChangeInput } from './new-app-input.ts';

/** Changes the given members; the others stay. @throws SpeechError `NOT_FOUND` */
export async function changeApp(
  keeping: RecordKeeping,
  appId: string,
  { by, ...change }: AppChangeInput & { readonly by?: AdminActor | undefined },
): Promise<App> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return keeping.records.transact(async (tables) => {
    const changed = await tables.apps.update(appId, Object.fromEntries(given));
    const app = changed ?? (await requireApp(tables.apps, appId));
    await noteAction(keeping, tables, { by, action: 'app-change', target: appId });
    return app;
  });
}
