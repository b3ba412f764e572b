import type { RecordPosition } from '../input/list-cursor.ts';
import type { App } from './app.ts';

export interface AppListQuery {
  /** Part of the name, any case. */
  readonly search?: string | undefined;
  /** Only what comes after this one in the list. */
  readonly after?: RecordPosition | undefined;
  readonly limit: number;
}

/** Where apps are kept. Every answer is durable before its promise resolves. */
export interface AppStore {
  /** @throws SpeechError `STORAGE_FAILED` */
  insert(app: App): Promise<void>;
  get(appId: string): Promise<App | undefined>;
  /** Oldest first; of one moment the lesser id first. */
  list(query: AppListQuery): Promise<readonly App[]>;
  /** Notes that it was used. Never goes back. */
  touch(appId: string, usedAt: string): Promise<void>;
  /** @returns the app as it is now, or `undefined` when there is none of that id */
  update(appId: string, change: Partial<Omit<App, 'appId'>>): Promise<App | undefined>;
}
