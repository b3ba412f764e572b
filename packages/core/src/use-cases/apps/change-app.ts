import type { AppChangeInput } from '../../config/new-app-input.ts';
import type { App } from '../../domain/apps/app.ts';
import { SpeechError } from '../../domain/errors/speech-error.ts';
import type { AppStore } from '../../ports/app-store.ts';

/** Changes what is given; the rest stays. @throws SpeechError `NOT_FOUND` */
export async function changeApp(apps: AppStore, appId: string, change: AppChangeInput): Promise<App> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const app = await apps.update(appId, Object.fromEntries(given));
  if (app === undefined) throw new SpeechError('NOT_FOUND', `There is no app ${appId.slice(0, 64)}.`);
  return app;
}
