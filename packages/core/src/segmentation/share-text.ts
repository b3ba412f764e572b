import { wordRanges } from './word-ranges.ts';

/** Texts that differ in more of their letters are of other words. */
const MOST_DIFFERENCE = 0.5;
/** Letters beyond twice a text are no nearer to it than none; some more, so that a short word may be a long one. */
const SPARE_LETTERS = 8;

/**
 * Divides the text of utterances that were decoded together among them.
 *
 * @param text what they are together
 * @param alone what each of them is when it is decoded alone, in order; `undefined` for one, which gets what is left by the others
 * @returns a text for each, together all words of `text` in order; `undefined` where one that has words alone would have none, or other
 * ones: then the utterances were not heard together as they were said
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
  // Where the others are all of it, the one that nobody heard alone was left out.
  if (share === '') return false;
  if (heard === undefined) return true;
  const [distance = Number.POSITIVE_INFINITY] = distancesTo(heard, [share]).slice(1);
  return distance <= MOST_DIFFERENCE * Math.max(share.length, heard.length);
}

/** @returns how many of the words each part and those before it have, so that they differ in the fewest letters */
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
      // The one that nobody heard alone has what the others leave.
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

/** @returns in how many letters (left out, added, changed) the text differs from no word, the first, the first two and so on */
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
