import { type ReadingForm, textAfter } from '../reading-form.ts';
import { capitalized, romanValue } from '../shared-readings.ts';
import { cardinal, ordinal } from './number-words.ts';

/** First names under which there were several kings, queens and popes. */
const RULERS =
  'Adrian|Albert|Alexander|Alfonso|Benedict|Carl|Catherine|Charles|Christian|Clement|Constantine|Edward|Elizabeth|Felipe|Ferdinand|Francis|' +
  'Frederick|Friedrich|George|Gregory|Gustav|Haakon|Harald|Henry|Innocent|Ivan|James|John|Joseph|Juan Carlos|Julius|Leo|Leopold|Louis|Ludwig|' +
  'Margrethe|Mary|Mehmed|Mohammed|Napoleon|Nicholas|Olav|Otto|Paul|Peter|Philip|Pius|Ptolemy|Ramesses|Ramses|Richard|Rudolf|Selim|Sigismund|' +
  'Sixtus|Umberto|Urban|Victor|Victor Emmanuel|Wilhelm|William|Xerxes';
/** Nouns after which even a single letter is a number. */
const NUMBERED =
  'Act|Appendix|Article|Bowl|Book|Canto|Chapter|Class|Division|Episode|Figure|Grade|Group|Level|Mark|Opus|Part|Phase|Scene|Schedule|Section|Stage|' +
  'Table|Title|Tome|Type|Volume|War';
const WELL_FORMED = /^C?(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;
const NUMERAL = String.raw`([IVXLC]+)(?![\p{L}\p{N}'’-]|\.\p{L})`;
/** Sizes of clothes and the like. */
const NO_NUMERALS = new Set(['XL', 'XX', 'L', 'C', 'CC', 'XC', 'CL', 'LI', 'LIV', 'CI', 'CV', 'LV']);
/** After "Henry I …" these words make the letter the pronoun. */
const AFTER_PRONOUN =
  /^ (?:am|was|had|have|have|would|will|shall|can|could|should|did|do|think|thought|know|knew|saw|said|met|went|want|wish|like|love)\b|^['’]/u;

/** Roman numerals after names: "Henry the Eighth", "Chapter Four". A lone I is the pronoun elsewhere. */
export const ROMAN_FORMS: readonly ReadingForm[] = [
  {
    pattern: new RegExp(String.raw`(?<=(?<!\p{L})(?:${RULERS}) )${NUMERAL}`, 'gu'),
    read(match, context) {
      const [, numeral = ''] = match;
      const value = numeralValue(numeral);
      if (value === undefined || (numeral === 'I' && AFTER_PRONOUN.test(textAfter(match, context))))
        return undefined;
      return `the ${capitalized(ordinal(value))}`;
    },
  },
  {
    pattern: new RegExp(String.raw`(?<=(?<!\p{L})(?:${NUMBERED}) )${NUMERAL}`, 'gu'),
    read(match, context) {
      const [, numeral = ''] = match;
      const value = numeralValue(numeral);
      if (value === undefined || (numeral === 'I' && AFTER_PRONOUN.test(textAfter(match, context))))
        return undefined;
      return capitalized(cardinal(value));
    },
  },
  {
    pattern: new RegExp(String.raw`(?<=(?<!\p{L})\p{Lu}\p{Ll}+ )(?=[IVXL]{2})${NUMERAL}`, 'gu'),
    read([, numeral = '']) {
      const value = NO_NUMERALS.has(numeral) ? undefined : numeralValue(numeral);
      return value === undefined ? undefined : capitalized(cardinal(value));
    },
  },
];

function numeralValue(numeral: string): number | undefined {
  return WELL_FORMED.test(numeral) ? romanValue(numeral) : undefined;
}
