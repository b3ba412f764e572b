/** Maps a member of a record to a column of its table. */
export interface Column {
  readonly name: string;
  /**
   * - `plain`: text, numbers and decimals, unchanged.
   * - `time`: ISO 8601 in the record, `timestamptz` in the table.
   * - `json`: any value.
   */
  readonly kind: 'plain' | 'time' | 'json';
}

/** A total mapping: a member without a column does not compile. */
export type Columns<Item> = { readonly [Member in keyof Item]-?: Column };

export type Row = Record<string, unknown>;

export const plain = (name: string): Column => ({ name, kind: 'plain' });
export const time = (name: string): Column => ({ name, kind: 'time' });
export const json = (name: string): Column => ({ name, kind: 'json' });

/** @returns the columns of the members that are present */
export function toRow<Item extends object>(columns: Columns<Item>, record: Partial<Item>): Row {
  const row: Row = {};
  for (const member of Object.keys(columns) as (keyof Item)[]) {
    const value = record[member];
    if (value === undefined) continue;
    const { name, kind } = columns[member];
    row[name] = kind === 'json' && value !== null ? JSON.stringify(value) : value;
  }
  return row;
}

export function fromRow<Item extends object>(columns: Columns<Item>, row: Row): Item {
  const entries = (Object.keys(columns) as (keyof Item)[]).map((member) => {
    const value = row[columns[member].name] ?? null;
    return [member, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(entries) as Item;
}

/** PostgreSQL's text cannot contain NUL, so there is no record whose id does. */
export function mayExist(...ids: readonly (string | undefined)[]): boolean {
  return !ids.some((id) => id?.includes('\0'));
}
