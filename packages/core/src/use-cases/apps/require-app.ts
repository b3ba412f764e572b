import type { App } from '../../domain/apps/app.ts';
import { SpeechError } from '../../domain/errors/speech-error.ts';
import type { AppStore } from '../../ports/app-store.ts';

const SHOWN_ID_CHARS = 64;

/** @throws SpeechError `NOT_FOUND` */
export async function requireApp(apps: AppStore, appId: string): Promise<App> {
  const app = await apps.get(appId);
  if (app === undefined)
    throw new SpeechError('NOT_FOUND', `There is no app ${appId.slice(0, SHOWN_ID_CHARS)}.`);
  return app;
}

/**
 * Inside a transaction: nobody else changes the app, or anything that is changed under this lock, until its end. A change that
 * changes nothing is the lock that every store has.
 *
 * @throws SpeechError `NOT_FOUND`
 */
export async function lockApp(apps: AppStore, appId: string): Promise<App> {
  const { name } = await requireApp(apps, appId);
  return (await apps.update(appId, { name })) ?? (await requireApp(apps, appId));
}
