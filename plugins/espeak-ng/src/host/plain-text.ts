/** NUL would end the text for eSpeak NG, and the others mean nothing to it. */
const CONTROL = /\p{Cc}/gu;
/** Would begin mnemonics of phonemes, which are no part of a caller's text. */
const MNEMONICS = /\[(?=\[)/gu;

/** @returns the text as eSpeak NG is given it, as long as before: nothing in it is a command */
export function plainText(text: string): string {
  return text.replace(CONTROL, ' ').replace(MNEMONICS, ' ');
}
