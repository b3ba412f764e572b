const FUNCTION_WORDS = new Set(
  (
    'a an and as at away but by deep each every for from high if in into is long more of off on only or out over per tall than that ' +
    'the then thick to too under until was when which while who wide will with'
  ).split(' '),
);
const PLURALS = new Set('people men women children feet teeth mice sheep fish'.split(' '));
const NO_PLURAL = /(?:ss|us|is|was|has|does|'s)$/;

/** Whether the text before ends with a singular article: "a $20", "an 8 km". */
export function endsInArticle(before: string): boolean {
  return /(?:^|[^\p{L}])an? $/iu.test(before);
}

/** Whether a noun follows that the measure describes, as in "a 5 km run": then its unit is singular. */
export function beginsWithNoun(after: string): boolean {
  const [, word] = /^ (\p{L}+)/u.exec(after) ?? [];
  return word !== undefined && !FUNCTION_WORDS.has(word);
}

/** Whether a plural follows that the number counts: "1950 students". */
export function beginsWithPlural(after: string): boolean {
  const [, word] = /^ (\p{Ll}+)/u.exec(after) ?? [];
  if (word === undefined) return false;
  return PLURALS.has(word) || (word.length > 3 && word.endsWith('s') && !NO_PLURAL.test(word));
}

/** Letters to be spoken one by one, without the last stop if the sentence has its own. */
export function spelled(letters: string, after: string): string {
  const dotted = [...letters.toUpperCase()].join('.');
  return after.startsWith('.') ? dotted : `${dotted}.`;
}
