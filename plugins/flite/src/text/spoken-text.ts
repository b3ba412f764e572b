import { writeOutCurrencies } from './currencies.ts';
import { SYMBOLS } from './symbols.ts';

/** The ASCII characters for which Flite has sounds: letters, digits and the signs that it reads by name, such as "&" as "ampersand". */
const SPOKEN = /[A-Za-z0-9#$%&*+/=@\\^_|~]/;

const FRACTIONS: Readonly<Record<string, string>> = {
  '\u00BD': 'one half',
  '\u00BC': 'one quarter',
  '\u00BE': 'three quarters',
};

/**
 * Converts a text to printable ASCII, since Flite ignores every other byte.
 *
 * Typographic marks become their plain forms, signs and sums of money become words, accented Latin letters lose their
 * accents, full-width forms become plain; the rest (other scripts, emoji, control characters) becomes a space.
 *
 * @returns the text, or an empty string if the voices can speak none of it
 */
export function spokenText(text: string): string {
  const ascii = toAscii(writeOutCurrencies(writeOutFractions(writeOutDashes(text))));
  const spoken = writeOutComparisons(ascii)
    .replace(/\s+/g, ' ')
    .replace(/ ,(?= )/g, ',')
    .trim();
  return SPOKEN.test(spoken) ? spoken : '';
}

/** "10–20" is a range; a dash between words becomes a comma, since Flite makes a pause only for that. */
function writeOutDashes(text: string): string {
  return text.replace(/(?<=\d)\u2013(?=\d)/g, ' to ').replace(/\s+-{1,3}\s+|\s*\u2013\s*/g, ', ');
}

/** "1½" is "1 and one half". */
function writeOutFractions(text: string): string {
  return text.replace(
    /(\d\s*)?([\u00BC-\u00BE])/g,
    (_, digit: string | undefined, sign: string) => `${digit ? `${digit} and` : ''} ${FRACTIONS[sign]} `,
  );
}

/** Signs that stand alone; those of a tag such as `<b>` are left to Flite, which skips them. */
function writeOutComparisons(text: string): string {
  return text
    .replace(/(?<![^\s])<=?(?![^\s])/g, (sign) => (sign === '<' ? 'less than' : 'at most'))
    .replace(/(?<![^\s])>=?(?![^\s])/g, (sign) => (sign === '>' ? 'greater than' : 'at least'));
}

function toAscii(text: string): string {
  return [...text]
    .map((character) => SYMBOLS.get(character) ?? character)
    .join('')
    .replace(/degrees\s+C\b/g, 'degrees Celsius')
    .replace(/degrees\s+F\b/g, 'degrees Fahrenheit')
    .normalize('NFKD')
    .replace(/\u2044/g, '/')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[^\x20-\x7E]/g, ' ');
}
