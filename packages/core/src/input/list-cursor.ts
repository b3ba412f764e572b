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

/** Cursors of a list that is newest first: each contains a position and identifies its list. */
export interface ListCursors {
  /** @returns `undefined` if there is no cursor. @throws SpeechError `INVALID_INPUT` if it was altered or belongs to another list */
  open(cursor: string | undefined): RecordPosition | undefined;
  seal(position: RecordPosition): string;
}

/**
 * @param purpose of the seal: one for each kind of list
 * @param list what distinguishes this list from others of its kind: its filters
 */
export function createListCursors(
  sealer: Pick<Sealer, 'open' | 'seal'>,
  purpose: string,
  list: unknown,
): ListCursors {
  const identity = JSON.stringify(list);
  return {
    open(cursor) {
      if (cursor === undefined) return undefined;
      const text = sealer.open(purpose, cursor);
      // Sealed content is our own JSON, so only its list has to be checked.
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

/** Makes a page of a list that was queried with one item more than a page has. */
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
