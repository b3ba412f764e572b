import type { App } from '../domain/apps/app.ts';

/** Where apps are kept. Every answer is durable before its promise resolves. */
export interface AppStore {
  /** @throws SpeechError `STORAGE_FAILED` */
  insert(app: App): Promise<void>;
  get(appId: string): Promise<App | undefined>;
  /** @param search part of the name, any case */
  list(search?: string): Promise<readonly App[]>;
  /** @returns the app as it is now, or `undefined` when there is none of that id */
  update(appId: string, change: Partial<Omit<App, 'appId'>>): Promise<App | undefined>;
}
