import { SpeechError } from '@parlance/core/errors';
import type { RecordQuery, RecordTable } from '@parlance/core/storage';

/** The common members of all records, whatever their names. */
export interface RecordShape<Item, Status extends string> {
  readonly idOf: (record: Item) => string;
  readonly appIdOf: (record: Item) => string;
  readonly statusOf: (record: Item) => Status;
  readonly createdAtOf: (record: Item) => string;
  readonly endedAtOf: (record: Item) => string | null;
}

/** Rows by id. Each change replaces the object, so that a reference to it is a snapshot. */
export interface Rows<Item> {
  get(): ReadonlyMap<string, Item>;
  set(rows: ReadonlyMap<string, Item>): void;
}

/** One table over rows in memory. */
export function createMemoryTable<Item, Status extends string>(
  rows: Rows<Item>,
  shape: RecordShape<Item, Status>,
): RecordTable<Item, Status> {
  const { idOf, appIdOf, statusOf, createdAtOf, endedAtOf } = shape;
  const put = (record: Item): void => rows.set(new Map(rows.get()).set(idOf(record), record));
  const matches = (record: Item, query: Omit<RecordQuery<Status>, 'limit'>): boolean =>
    (query.appId === undefined || appIdOf(record) === query.appId) &&
    (query.status === undefined || statusOf(record) === query.status) &&
    (query.from === undefined || createdAtOf(record) >= query.from) &&
    (query.to === undefined || createdAtOf(record) < query.to);
  /** Newest first, and for the same time the greater id first, so that a position is unique in the list. */
  const inOrder = (one: Item, other: Item): number =>
    compare(createdAtOf(other), createdAtOf(one)) || compare(idOf(other), idOf(one));
  const get = async (id: string): Promise<Item | undefined> => rows.get().get(id);
  return {
    get,
    getForUpdate: get,
    async insert(record) {
      if (rows.get().has(idOf(record))) throw sameId();
      put(record);
    },
    async update(id, change) {
      const record = rows.get().get(id);
      if (record === undefined) return undefined;
      const changed = { ...record, ...change };
      put(changed);
      return changed;
    },
    async list({ after, limit, ...query }) {
      const found = [...rows.get().values()].filter((record) => matches(record, query)).sort(inOrder);
      const isLater = (record: Item): boolean =>
        after === undefined ||
        createdAtOf(record) < after.createdAt ||
        (createdAtOf(record) === after.createdAt && idOf(record) < after.id);
      return found.filter(isLater).slice(0, limit);
    },
    async count(query) {
      const counts: Record<string, number> = {};
      for (const record of rows.get().values()) {
        if (!matches(record, query)) continue;
        const status = statusOf(record);
        counts[status] = (counts[status] ?? 0) + 1;
      }
      return counts;
    },
    async endedBefore(time, limit) {
      return [...rows.get().values()]
        .flatMap((record) => {
          const endedAt = endedAtOf(record);
          return endedAt !== null && endedAt < time ? [{ record, endedAt }] : [];
        })
        .sort((one, other) => compare(one.endedAt, other.endedAt))
        .slice(0, limit)
        .map(({ record }) => record);
    },
    async remove(ids) {
      const left = new Map(rows.get());
      if (ids.filter((id) => left.delete(id)).length > 0) rows.set(left);
    },
  };
}

/** The error of a database for a duplicate key. */
export function sameId(): SpeechError {
  return new SpeechError('STORAGE_FAILED', 'There is already a record with this id.', { reason: 'SAME_ID' });
}

export function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
