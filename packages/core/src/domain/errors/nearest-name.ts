import { distance } from 'fastest-levenshtein';

/** More changes than this make another word. */
const MAX_CHANGES = 3;
/** Of the longer name's letters. */
const MIN_SHARE_IN_COMMON = 0.5;
/** Longer than any name, and short enough to be compared with thousands. */
const MAX_COMPARED_CHARS = 64;

/** @returns the one of `known` that is most like `name`, upper and lower case being equal; `undefined` when none is much like it */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.slice(0, MAX_COMPARED_CHARS).toLowerCase();
  let best: { readonly name: string; readonly changes: number } | undefined;
  for (const one of known) {
    const changes = distance(wanted, one.toLowerCase());
    const longer = Math.max(wanted.length, one.length);
    const isAlike = changes <= MAX_CHANGES && 1 - changes / longer >= MIN_SHARE_IN_COMMON;
    if (isAlike && changes < (best?.changes ?? Number.POSITIVE_INFINITY)) best = { name: one, changes };
  }
  return best?.name;
}

/** @returns ` Did you mean joe?`, to be put after a message about an unknown name; an empty text when nothing is like it */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}
