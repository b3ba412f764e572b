import type { WordRange } from '@parlance/core/engine';

/** NUL would end the text for eSpeak NG, and the others have no meaning for it. */
const CONTROL = /\p{Cc}/gu;
/** Would begin mnemonics of phonemes, which a caller's text must not contain. */
const MNEMONICS = /\[(?=\[)/gu;
/** Would begin a tag, which is left out with all that is in it. */
const TAGS = /<(?=[\p{L}/!?])/gu;

/** @returns the text without anything that eSpeak NG would take for a command, with the same length */
export function plainText(text: string): string {
  return text.replace(CONTROL, ' ').replace(MNEMONICS, ' ').replace(TAGS, ' ');
}

/** What it might speak between words, such as `&` or `%`: all but white space, and the marks at which it pauses. */
const SIGNS = /[^\s\p{Terminal_Punctuation}\p{Dash}]/gu;

/** @returns the text with spaces in the place of signs that belong to no word, with the same length */
export function onlyWords(text: string, words: readonly WordRange[]): string {
  let [kept, end] = ['', 0];
  for (const word of [...words, { start: text.length, end: text.length }]) {
    const between = text.slice(end, word.start).replace(SIGNS, (sign) => ' '.repeat(sign.length));
    kept += between + text.slice(word.start, word.end);
    end = word.end;
  }
  return kept;
}
