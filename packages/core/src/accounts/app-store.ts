import type { RecordPosition } from '../input/list-cursor.ts';
import type { App } from './app.ts';

export interface AppListQuery {
  /** Part of the name, any case. */
  readonly search?: string | undefined;
  /** Only apps after this position in the list. */
  readonly after?: RecordPosition | undefined;
  readonly limit: number;
}

/** Where apps are kept. Every answer is durable before its promise resolves. */
export interface AppStore {
  /** @throws SpeechError `STORAGE_FAILED` */
  insert(app: App): Promise<void>;
  get(appId: string): Promise<App | undefined>;
  /** Oldest first; apps created at the same time are ordered by id. */
  list(query: AppListQuery): Promise<readonly App[]>;
  /** Records that it was used. An earlier time than the stored one is ignored. */
  touch(appId: string, usedAt: string): Promise<void>;
  /** @returns the app as it is now, or `undefined` if there is none with that id */
  update(appId: string, change: Partial<Omit<App, 'appId'>>): Promise<App | undefined>;
}
