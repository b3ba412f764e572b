import { LRUCache } from 'lru-cache';

/** Far more apps than call within a minute, which is as long as any of these entries matters; some 2 MB. */
export const MAX_REMEMBERED_APPS = 10_000;

/** A bounded memory of values by app id. The least recently used are forgotten, so callers must be able to do without an entry. */
export function rememberByApp<Value extends object | number>(): LRUCache<string, Value> {
  return new LRUCache({ max: MAX_REMEMBERED_APPS });
}
