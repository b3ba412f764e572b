import { LRUCache } from 'lru-cache';

/** Far more than call within a minute, which is as long as anything of these matters; some 2 MB. */
export const MAX_REMEMBERED_APPS = 10_000;

/** What a process knows of apps, by their id, until it is told or asked of too many others: whoever uses it can do without. */
export function rememberByApp<Value extends object | number>(): LRUCache<string, Value> {
  return new LRUCache({ max: MAX_REMEMBERED_APPS });
}
