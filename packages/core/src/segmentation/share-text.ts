import { wordRanges } from './word-ranges.ts';

/** Texts that differ in a larger share of their letters are different words. */
const MOST_DIFFERENCE = 0.5;
/** A part with more than twice the letters of a text is no nearer to it than an empty one; a few letters more, so that a short word may be a long one. */
const SPARE_LETTERS = 8;

/**
 * Divides the text of utterances that were decoded together among them.
 *
 * @param text the text of all of them together
 * @param alone the text of each when decoded alone, in order; `undefined` for one of them, which gets what the others leave
 * @returns a text for each, together all words of `text` in order; `undefined` if one that has words when decoded alone would get none, or different
 * ones: then the utterances were not recognized correctly together
 */
export function shareText(
  text: string,
  alone: readonly (string | undefined)[],
): readonly string[] | undefined {
  const words = wordRanges(text);
  const letters = words.map(({ start, end }) => lettersOf(text.slice(start, end)));
  const heard = alone.map((one) => (one === undefined ? undefined : lettersOf(one)));
  const ends = bestEnds(letters, heard);
  if (ends === undefined) return undefined;
  const shares = ends.map((end, part) => ({ first: ends[part - 1] ?? 0, end }));
  const isSound = shares.every(({ first, end }, part) =>
    isAlike(letters.slice(first, end).join(''), heard[part]),
  );
  if (!isSound) return undefined;
  return shares.map(({ first, end }) =>
    end === first ? '' : text.slice(words[first]?.start, words[end - 1]?.end),
  );
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{M}]/gu, '').toLowerCase();
}

function isAlike(share: string, heard: string | undefined): boolean {
  if (heard === '') return true;
  // If the others account for all of it, the one that was not decoded alone is missing in the text.
  if (share === '') return false;
  if (heard === undefined) return true;
  const [distance = Number.POSITIVE_INFINITY] = distancesTo(heard, [share]).slice(1);
  return distance <= MOST_DIFFERENCE * Math.max(share.length, heard.length);
}

/** @returns for each part, the number of words up to its end, such that parts and texts differ in the fewest letters */
function bestEnds(
  letters: readonly string[],
  heard: readonly (string | undefined)[],
): readonly number[] | undefined {
  const count = letters.length;
  let best = [0, ...new Array<number>(count).fill(Number.POSITIVE_INFINITY)];
  const starts: number[][] = [];
  for (const one of heard) {
    const next = new Array<number>(count + 1).fill(Number.POSITIVE_INFINITY);
    const from = new Array<number>(count + 1).fill(0);
    for (const [start, cost] of best.entries()) {
      if (cost === Number.POSITIVE_INFINITY) continue;
      const rest = letters.slice(start);
      // The one that was not decoded alone gets what the others leave.
      const distances = one === undefined ? [0, ...rest.map(() => 0)] : distancesTo(one, rest);
      for (const [taken, distance] of distances.entries()) {
        if (cost + distance >= (next[start + taken] as number)) continue;
        next[start + taken] = cost + distance;
        from[start + taken] = start;
      }
    }
    starts.push(from);
    best = next;
  }
  if (best[count] === Number.POSITIVE_INFINITY) return undefined;
  let end = count;
  return starts
    .toReversed()
    .map((from) => {
      const own = end;
      end = from[end] as number;
      return own;
    })
    .toReversed();
}

/** @returns in how many letters (missing, added, changed) the text differs from no word, from the first, from the first two, and so on */
function distancesTo(text: string, words: readonly string[]): readonly number[] {
  let row = Array.from({ length: text.length + 1 }, (_, index) => index);
  const distances = [text.length];
  let letters = 0;
  for (const word of words) {
    letters += word.length;
    if (distances.length > 1 && letters > 2 * text.length + SPARE_LETTERS) break;
    for (const letter of word) {
      const next = [(row[0] as number) + 1];
      for (let at = 1; at <= text.length; at++) {
        const changed = (row[at - 1] as number) + (text[at - 1] === letter ? 0 : 1);
        next.push(Math.min(changed, (row[at] as number) + 1, (next[at - 1] as number) + 1));
      }
      row = next;
    }
    distances.push(row[text.length] as number);
  }
  return distances;
}
