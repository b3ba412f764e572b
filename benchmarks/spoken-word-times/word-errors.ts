import type { Interval } from './text-grid.ts';

/** How far a word was from where it is published to be. */
export interface TimeError {
  readonly startMs: number;
  readonly endMs: number;
}

const MS_IN_SECOND = 1000;

export function errorOf(found: Omit<Interval, 'text'>, due: Omit<Interval, 'text'>): TimeError {
  return {
    startMs: Math.abs(found.startSeconds - due.startSeconds) * MS_IN_SECOND,
    endMs: Math.abs(found.endSeconds - due.endSeconds) * MS_IN_SECOND,
  };
}

/**
 * Pairs words that were heard with those that were said: the longest row of the same words in the same order. Where there are several of them
 * ("going" was heard, "going else going" was said), no recording says which word was heard, and words that differ between them are left out.
 */
export function pairSame(
  said: readonly Interval[],
  heard: readonly Interval[],
): readonly (readonly [Interval, Interval])[] {
  const partners = new Map(firstPairs(said, heard));
  const last = firstPairs(said.toReversed(), heard.toReversed()).toReversed();
  return last.filter(([one, other]) => partners.get(one) === other);
}

/** Of the longest rows one whose words come as early as they can. */
function firstPairs(
  said: readonly Interval[],
  heard: readonly Interval[],
): readonly (readonly [Interval, Interval])[] {
  const [rows, columns] = [said.length, heard.length];
  const isSame = (row: number, column: number): boolean =>
    plain(said[row]?.text ?? '') === plain(heard[column]?.text ?? '');
  const lengths = Array.from({ length: rows + 1 }, () => new Int32Array(columns + 1));
  const lengthAt = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1)
      (lengths[row] as Int32Array)[column] = isSame(row, column)
        ? lengthAt(row + 1, column + 1) + 1
        : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
  const pairs: (readonly [Interval, Interval])[] = [];
  for (let [row, column] = [0, 0]; row < rows && column < columns; ) {
    if (isSame(row, column)) pairs.push([said[row++] as Interval, heard[column++] as Interval]);
    else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

function plain(word: string): string {
  return word
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\p{L}\p{N}']/gu, '');
}
