import { type ReadingForm, textAfter, textBefore } from '../reading-form.ts';
import { beginsWithNoun, endsInArticle } from './noun-context.ts';
import { cardinal } from './number-words.ts';
import { FRACTION, NUMBER_START, quantityWords } from './quantity.ts';

/** Written like fractions but read as two numbers, like shares of a hundred such as 80/20. */
const PAIRS = new Set(['24/7', '9/11', '20/20']);
const RATING_SCALES = new Set([5, 10]);
const RATED = /\b(?:rat(?:e|ed|ing|es)|scor(?:e|ed|es|ing)|gave|gives?|got|mark|grade)\b[^.;]*$/iu;

/** ½, 3/4 and 1 1/2; a rating such as "8/10" if the words before indicate it. */
export const FRACTION_FORMS: readonly ReadingForm[] = [
  {
    pattern: new RegExp(String.raw`${NUMBER_START}(${FRACTION})(?![\p{L}\p{N}/]|[.,]\d)`, 'gu'),
    read(match, context) {
      const [written] = match;
      const [, top, bottom] = /^(\d+)\/(\d+)$/.exec(written) ?? [];
      if (top === undefined || bottom === undefined) return quantityWords(written);
      const [upper, lower] = [Number(top), Number(bottom)];
      if (PAIRS.has(written) || upper + lower === 100) return `${cardinal(top)} ${cardinal(bottom)}`;
      const isAdjective =
        endsInArticle(textBefore(match, context)) && beginsWithNoun(textAfter(match, context));
      const isRating =
        upper === lower ||
        RATED.test(textBefore(match, context)) ||
        (isAdjective && RATING_SCALES.has(lower));
      if (isRating) return `${cardinal(top)} out of ${cardinal(bottom)}`;
      return lower < 2 ? undefined : quantityWords(written);
    },
  },
];
