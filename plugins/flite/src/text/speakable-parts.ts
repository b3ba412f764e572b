/** A spoken digit or sign is a word of some six letters. */
const LETTERS_OF_SIGN = 6;
/** Half a minute of speech: more than any sentence of 300 letters takes, and a twelfth of what 300 digits take. */
const MAX_PART_LETTERS = 420;

/**
 * Cuts a text that is much longer when spoken than when written, such as a row of digits: Flite keeps a whole utterance in memory, a
 * megabyte per second at the lowest speed. All other texts stay whole.
 */
export function speakableParts(text: string): string[] {
  const parts: string[] = [];
  let letters = 0;
  let start = 0;
  let lastSpace = -1;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === ' ') lastSpace = at;
    letters += lettersOf(char);
    if (letters <= MAX_PART_LETTERS) continue;
    const end = lastSpace > start ? lastSpace : at;
    parts.push(text.slice(start, end));
    start = end;
    letters = [...text.slice(start, at + 1)].reduce((sum, rest) => sum + lettersOf(rest), 0);
  }
  return [...parts, text.slice(start)];
}

function lettersOf(char: string): number {
  return /[a-z\s.,;:!?'"-]/i.test(char) ? 1 : LETTERS_OF_SIGN;
}
