const FUNCTION_WORDS = new Set(
  (
    'a an and as at away but by deep each every for from high if in into is long more of off on only or out over per tall than that ' +
    'the then thick to too under until was when which while who wide will with'
  ).split(' '),
);
const PLURALS = new Set('people men women children feet teeth mice sheep fish'.split(' '));
const NO_PLURAL = /(?:ss|us|is|was|has|does|'s)$/;

/** Whether the text before ends in an article of one thing: "a $20", "an 8 km". */
export function endsInArticle(before: string): boolean {
  return /(?:^|[^\p{L}])an? $/iu.test(before);
}

/** Whether what follows is the noun that a measure describes, as in "a 5 km run": its unit is then singular. */
export function beginsWithNoun(after: string): boolean {
  const [, word] = /^ (\p{L}+)/u.exec(after) ?? [];
  return word !== undefined && !FUNCTION_WORDS.has(word);
}

/** Whether what follows is counted by the number before it: "1950 students". */
export function beginsWithPlural(after: string): boolean {
  const [, word] = /^ (\p{Ll}+)/u.exec(after) ?? [];
  if (word === undefined) return false;
  return PLURALS.has(word) || (word.length > 3 && word.endsWith('s') && !NO_PLURAL.test(word));
}

/** Letters to be said one by one. Without its last stop where the sentence has one of its own. */
export function spelled(letters: string, after: string): string {
  const dotted = [...letters.toUpperCase()].join('.');
  return after.startsWith('.') ? dotted : `${dotted}.`;
}
