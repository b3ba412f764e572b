import { type ReadingForm, textAfter, textBefore } from '../reading-form.ts';
import { beginsWithNoun, endsInArticle } from './noun-context.ts';
import { numberWords } from './number-words.ts';
import { DASH, isSingular, NUMBER, NUMBER_START, QUANTITY, quantityWords } from './quantity.ts';
import { INCH, MULTIPLE_SYMBOL, multipleName, SECOND, UNIT_SYMBOL, unitWords } from './unit-names.ts';

const SIGN = String.raw`(?:(?<![^\s(])([-−]))?`;

/** Numbers with units of measure, alone or as a range. */
export const UNIT_FORMS: readonly ReadingForm[] = [
  {
    // "5 ft 10 in", 5'10"; after feet "in" is not a preposition.
    pattern: new RegExp(
      String.raw`${NUMBER_START}(\d+)(?: ?ft\.? (\d+) ?in\b(?:\.(?=\s\p{Ll}))?|['’′](\d+)(?:["”″]|''))`,
      'gu',
    ),
    read([, feet = '', inches = '', marked = '']) {
      const rest = inches || marked;
      const length = `${numberWords(feet)} ${feet === '1' ? 'foot' : 'feet'}`;
      return `${length} ${numberWords(rest)} ${rest === '1' ? 'inch' : 'inches'}`;
    },
  },
  {
    pattern: new RegExp(
      String.raw`${NUMBER_START}${SIGN}(${QUANTITY})(?:${DASH}(${QUANTITY}))?( ?|-)(${UNIT_SYMBOL})([²³])?(?:\/(\p{L}{1,3})([²³])?)?(?![\p{L}\p{N}_/]|-\p{L})(?:\.(?= \p{Ll}))?`,
      'gu',
    ),
    read(match, context) {
      const [, sign, first = '', last, gap = '', symbol = '', power, per, perPower] = match;
      if (symbol === SECOND && gap === '' && !first.includes('.')) return undefined;
      if (symbol === INCH && textAfter(match, context) === '') return undefined;
      const isAdjective =
        gap === '-' ||
        (endsInArticle(textBefore(match, context)) && beginsWithNoun(textAfter(match, context)));
      const isOne = isAdjective || (last === undefined && isSingular(first));
      const amount = `${quantityWords(first)}${last === undefined ? '' : ` to ${quantityWords(last)}`}`;
      return `${sign === undefined ? '' : 'minus '}${amount} ${unitWords({ symbol, power, per, perPower }, isOne)}`;
    },
  },
  {
    pattern: new RegExp(String.raw`${NUMBER_START}(${NUMBER})(${MULTIPLE_SYMBOL})(?= \p{Ll})`, 'gu'),
    read: ([, amount = '', symbol = '']) => `${numberWords(amount)} ${multipleName(symbol)}`,
  },
];
