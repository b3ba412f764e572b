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
