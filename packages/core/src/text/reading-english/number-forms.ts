import type { ReadingForm } from '../reading-form.ts';
import { numberWords, ordinal } from './number-words.ts';

/** Ordinals and decimals. Whole numbers are left to the engines, which read them well. */
export const NUMBER_FORMS: readonly ReadingForm[] = [
  {
    pattern: /(?<![\p{L}\p{N}.,])(\d{1,3}(?:,\d{3})+|\d+)(?:st|nd|rd|th)(?!\p{L}|\d)/gu,
    read: ([, number = '']) => ordinal(number.replaceAll(',', '')),
  },
  {
    pattern:
      /(?<![\p{L}\p{N}_]|[\p{N}][-–./:,])(?:(?:\d{1,3}(?:,\d{3})+|\d+)?\.\d+)(?![\p{L}\p{N}_]|[.,:/]\d)/gu,
    read: ([written]) => numberWords(written),
  },
];
