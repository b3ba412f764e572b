import { SpeechError } from '../errors/speech-error.ts';
import { nearestName } from '../input/nearest-name.ts';
import type { App } from './app.ts';
import type { AppStore } from './app-store.ts';

const SHOWN_ID_CHARS = 64;
const MAX_COMPARED_APPS = 1000;

/** @throws SpeechError `NOT_FOUND` */
export async function requireApp(apps: AppStore, appId: string): Promise<App> {
  const app = await apps.get(appId);
  if (app !== undefined) return app;
  throw new SpeechError(
    'NOT_FOUND',
    `There is no app ${appId.slice(0, SHOWN_ID_CHARS)}.${await nearestApp(apps, appId)}`,
  );
}

/** Operators may have mistyped the id, or entered the app's name instead. */
async function nearestApp(apps: AppStore, given: string): Promise<string> {
  const known = await apps.list({ limit: MAX_COMPARED_APPS });
  const named = nearestName(
    given,
    known.map(({ name }) => name),
  );
  const id =
    nearestName(
      given,
      known.map(({ appId }) => appId),
    ) ?? known.find(({ name }) => name === named)?.appId;
  return id === undefined ? '' : ` Did you mean ${id}?`;
}

/**
 * Inside a transaction: until its end nobody else changes the app, or anything else that is changed under this lock. An update
 * without changes serves as the lock, since every store has it.
 *
 * @throws SpeechError `NOT_FOUND`
 */
export async function lockApp(apps: AppStore, appId: string): Promise<App> {
  const { name } = await requireApp(apps, appId);
  return (await apps.update(appId, { name })) ?? (await requireApp(apps, appId));
}
