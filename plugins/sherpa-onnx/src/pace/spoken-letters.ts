/** Letters in the usual name of a digit, as counted in numbers read out: "12345" is 36 letters. */
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

/** What the edges of a text add, as letters: single letters show it. */
const LETTERS_OF_EDGES = 1;

/** About how many letters of sound a text holds, digits and signs by their names. At least 1. */
export function spokenLetters(text: string): number {
  let letters = LETTERS_OF_EDGES;
  for (const char of text) letters += WEIGHTS.find(([pattern]) => pattern.test(char))?.[1] ?? 0;
  return letters;
}
