import type { ReadingForm } from '../reading-form.ts';
import { ABBREVIATION_FORMS } from './abbreviation-forms.ts';
import { ACRONYM_FORMS } from './acronym-forms.ts';
import { ADDRESS_FORMS } from './address-forms.ts';
import { ARITHMETIC_FORMS } from './arithmetic-forms.ts';
import { DATE_FORMS } from './date-forms.ts';
import { FRACTION_FORMS } from './fraction-forms.ts';
import { MONEY_FORMS } from './money-forms.ts';
import { NUMBER_FORMS } from './number-forms.ts';
import { PHONE_FORMS } from './phone-forms.ts';
import { RANGE_FORMS } from './range-forms.ts';
import { ROMAN_FORMS } from './roman-forms.ts';
import { TIME_FORMS } from './time-forms.ts';
import { UNIT_FORMS } from './unit-forms.ts';
import { VERSION_FORMS } from './version-forms.ts';
import { YEAR_FORMS } from './year-forms.ts';

/** In the order in which they are tried: the most specific first, so that "555-1234" is not a range and "3/14/2015" not a fraction. */
export const ENGLISH_FORMS: readonly ReadingForm[] = [
  ...ADDRESS_FORMS,
  ...DATE_FORMS,
  ...PHONE_FORMS,
  ...VERSION_FORMS,
  ...TIME_FORMS,
  ...MONEY_FORMS,
  ...UNIT_FORMS,
  ...FRACTION_FORMS,
  ...YEAR_FORMS,
  ...RANGE_FORMS,
  ...ARITHMETIC_FORMS,
  ...NUMBER_FORMS,
  ...ROMAN_FORMS,
  ...ABBREVIATION_FORMS,
  ...ACRONYM_FORMS,
];
