import type { LanguageCode } from '../language-codes.ts';
import { countChars } from '../speakable.ts';
import { type ReadingOptions, readAloud } from './read-aloud.ts';

/**
 * The texts that an engine gets for a segment, written out by {@link readAloud}: one, or several if the words are longer than one
 * unit may be.
 *
 * @param written one segment of `segmentText`, at most `maxUnitChars` code points
 */
export function spokenParts(
  written: string,
  languageCode: LanguageCode,
  { maxUnitChars, ...reading }: ReadingOptions & { readonly maxUnitChars: number },
): readonly string[] {
  const { text } = readAloud(written, languageCode, reading);
  if (countChars(text) <= maxUnitChars) return [text];
  const parts: string[] = [];
  let part = '';
  for (const word of text.split(' ')) {
    const longer = part === '' ? word : `${part} ${word}`;
    if (part !== '' && countChars(longer) > maxUnitChars) {
      parts.push(part);
      part = word;
    } else part = longer;
  }
  parts.push(part);
  // An engine whose units are shorter than a word gets the written text, which fits.
  return parts.some((one) => countChars(one) > maxUnitChars) ? [written] : parts;
}
