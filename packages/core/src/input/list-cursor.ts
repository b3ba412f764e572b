import { SpeechError } from '../errors/speech-error.ts';
import type { Sealer } from '../platform/sealer.ts';

export interface RecordPosition {
  readonly createdAt: string;
  readonly id: string;
}

/** A page of a list that is newest first. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Cursors of a list that is newest first: each holds a place in it and which list that is. */
export interface ListCursors {
  /** @returns `undefined` without a cursor. @throws SpeechError `INVALID_INPUT` for an altered one and one of another list */
  open(cursor: string | undefined): RecordPosition | undefined;
  seal(position: RecordPosition): string;
}

/**
 * @param purpose of the seal: one for each kind of list
 * @param list what tells this list from others of its kind: its filters
 */
export function createListCursors(sealer: Sealer, purpose: string, list: unknown): ListCursors {
  const identity = JSON.stringify(list);
  return {
    open(cursor) {
      if (cursor === undefined) return undefined;
      const text = sealer.open(purpose, cursor);
      // What the seal holds is our own JSON: only its list has to be checked.
      const content =
        text === undefined ? undefined : (JSON.parse(text) as RecordPosition & { list: string });
      if (content === undefined || content.list !== identity) {
        throw new SpeechError(
          'INVALID_INPUT',
          'cursor is not one that this list gave out. Start again without a cursor.',
          { field: 'cursor' },
        );
      }
      return { createdAt: content.createdAt, id: content.id };
    },
    seal: ({ createdAt, id }) => sealer.seal(purpose, JSON.stringify({ list: identity, createdAt, id })),
  };
}

/** Cuts a list that was asked for with one item more than a page has. */
export function pageOf<Item>(
  items: readonly Item[],
  {
    limit,
    cursors,
    positionOf,
  }: {
    readonly limit: number;
    readonly cursors: ListCursors;
    readonly positionOf: (item: Item) => RecordPosition;
  },
): { readonly items: readonly Item[]; readonly nextCursor: string | null } {
  const page = items.slice(0, limit);
  const last = page.at(-1);
  const hasMore = items.length > limit && last !== undefined;
  return { items: page, nextCursor: hasMore ? cursors.seal(positionOf(last)) : null };
}
