import { distance } from 'fastest-levenshtein';

/** With more changes than this it is a different word. */
const MAX_CHANGES = 3;
/** As a share of the longer name's letters. */
const MIN_SHARE_IN_COMMON = 0.5;
/** From this many letters on, a name that begins with them is suggested if none is spelt similarly. */
const MIN_BEGINNING_CHARS = 4;
/** Longer than any name, and short enough to be compared with thousands. */
const MAX_COMPARED_CHARS = 64;

/** @returns the one of `known` that is most similar to `name`, ignoring case, otherwise one that begins with it; `undefined` if there is none */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  const wanted = name.slice(0, MAX_COMPARED_CHARS).toLowerCase();
  let best: { readonly name: string; readonly changes: number } | undefined;
  for (const one of names) {
    const changes = distance(wanted, one.toLowerCase());
    const longer = Math.max(wanted.length, one.length);
    const isAlike = changes <= MAX_CHANGES && 1 - changes / longer >= MIN_SHARE_IN_COMMON;
    if (isAlike && changes < (best?.changes ?? Number.POSITIVE_INFINITY)) best = { name: one, changes };
  }
  if (best !== undefined || wanted.length < MIN_BEGINNING_CHARS) return best?.name;
  return names.find((one) => one.toLowerCase().startsWith(wanted));
}

/** @returns ` Did you mean joe?`, to be appended to a message about an unknown name; an empty string if no name is similar */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}
