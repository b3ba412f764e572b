/** Letters per digit when a number is read aloud: "12345" is 36 letters. */
const LETTERS_PER_DIGIT = 7;
/** Signs with a name: "percent", "dollar", "at". */
const LETTERS_PER_SIGN = 5;
const LETTERS_PER_HAN = 4;
const LETTERS_PER_SYLLABLE = 2;

const WEIGHTS: readonly (readonly [pattern: RegExp, letters: number])[] = [
  [/\p{sc=Han}/u, LETTERS_PER_HAN],
  [/[\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u, LETTERS_PER_SYLLABLE],
  [/\p{N}/u, LETTERS_PER_DIGIT],
  [/\p{L}/u, 1],
  [/[\p{S}%&@#§]/u, LETTERS_PER_SIGN],
];

/** What the edges of a text add, in letters, as measured with single letters. */
const LETTERS_OF_EDGES = 1;

/** About how many spoken letters a text has, with digits and signs read by their names. At least 1. */
export function spokenLetters(text: string): number {
  let letters = LETTERS_OF_EDGES;
  for (const char of text) letters += WEIGHTS.find(([pattern]) => pattern.test(char))?.[1] ?? 0;
  return letters;
}
