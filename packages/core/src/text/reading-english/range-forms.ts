import { READ, type ReadingForm, textBefore } from '../reading-form.ts';
import { numberWords } from './number-words.ts';
import { DASH, NUMBER, NUMBER_START } from './quantity.ts';

const MAX_SCORE = 20;
const RESULT =
  /\b(?:won|win|wins|lost|lose|loses|beat|beaten|drew|led|leads?|score|victory|defeat)\b[^.;]*$/iu;

/** "5–10", and scores. A hyphen between decreasing numbers is not a range: "747-400" stays. */
export const RANGE_FORMS: readonly ReadingForm[] = [
  {
    pattern: new RegExp(
      String.raw`${NUMBER_START}(${NUMBER})${DASH}(${NUMBER})(?![\p{L}\p{N}_]|[-–/.,:]\d| ?=)`,
      'gu',
    ),
    read(match, context) {
      const [, from = '', to = ''] = match;
      const [low, high] = [from, to].map((number) => Number(number.replaceAll(',', '')));
      if (low === undefined || high === undefined) return undefined;
      const isScore = low <= MAX_SCORE && high <= MAX_SCORE;
      if (low >= high && !isScore && !RESULT.test(textBefore(match, context))) return undefined;
      return `${numberWords(from)} to ${numberWords(to)}`;
    },
  },
  {
    pattern: /(?<![\p{L}\p{N}])([A-Z])[-–]([A-Z])(?![\p{L}\p{N}-])/gu,
    read: ([, from = '', to = '']) => (from === 'A' && to > 'D' ? `${from} to ${to}` : undefined),
  },
  // Between two that have been read already: "Oct. 31–Nov. 2", "£20k-£30k".
  { pattern: new RegExp(`(?<=${READ}) ?[-–] ?(?=${READ})`, 'gu'), read: () => ' to ' },
  {
    // "4x faster", "1920x1080", "a 2x4 board".
    pattern:
      /(?<![\p{L}\p{N}.,])(\d+(?:\.\d+)?)(?:x(?= (?:\p{L}+er|more|less|as)\b)| ?[x×] ?(\d{1,3}(?:,\d{3})+|\d+)(?![\p{L}\d]|[.,]\d)( ?=)?)/gu,
    read([sign, one = '', two, result]) {
      if (two === undefined) return `${numberWords(one)} times`;
      if (result !== undefined) return undefined;
      const isSize = sign.includes('x') || (one.length > 2 && two.length > 2);
      return isSize ? `${numberWords(one)} by ${numberWords(two)}` : undefined;
    },
  },
];
