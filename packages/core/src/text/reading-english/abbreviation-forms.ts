import { NAMED, READ, type ReadingForm, stopAtEnd, textAfter, textBefore } from '../reading-form.ts';
import { capitalized } from '../shared-readings.ts';
import { fullName } from './calendar-names.ts';

type Words = Readonly<Record<string, string>>;

/** Used before a name. */
const TITLES: Words = {
  ...{ Dr: 'Doctor', Mr: 'Mister', Mrs: 'Missus', Ms: 'Miz', Prof: 'Professor', St: 'Saint', Mt: 'Mount' },
  ...{
    Ft: 'Fort',
    Gen: 'General',
    Col: 'Colonel',
    Maj: 'Major',
    Capt: 'Captain',
    Lt: 'Lieutenant',
    Sgt: 'Sergeant',
  },
  ...{ Cpl: 'Corporal', Adm: 'Admiral', Cmdr: 'Commander', Rev: 'Reverend', Hon: 'Honorable', Fr: 'Father' },
  ...{ Gov: 'Governor', Sen: 'Senator', Rep: 'Representative', Pres: 'President', Supt: 'Superintendent' },
};
/** Used after a name. */
const SUFFIXES: Words = {
  ...{ St: 'Street', Dr: 'Drive', Ave: 'Avenue', Rd: 'Road', Blvd: 'Boulevard', Ln: 'Lane', Hwy: 'Highway' },
  ...{ Sq: 'Square', Ct: 'Court', Jr: 'Junior', Sr: 'Senior', Inc: 'Incorporated', Ltd: 'Limited' },
  ...{ Corp: 'Corporation', Co: 'Company', Bros: 'Brothers' },
};
/** Used before a number. */
const BEFORE_NUMBER: Words = {
  ...{ no: 'number', nos: 'numbers', fig: 'figure', figs: 'figures', p: 'page', pp: 'pages', vol: 'volume' },
  ...{
    ch: 'chapter',
    chap: 'chapter',
    sec: 'section',
    art: 'article',
    ext: 'extension',
    apt: 'apartment',
    eq: 'equation',
  },
  ...{ tel: 'telephone', est: 'established', ca: 'circa', c: 'circa', ver: 'version' },
};
/** Used anywhere. */
const ANYWHERE: Words = {
  ...{ etc: 'et cetera', 'e.g': 'for example', 'i.e': 'that is', vs: 'versus', approx: 'approximately' },
  ...{ 'et al': 'and others', 'a.k.a': 'also known as', dept: 'department', cf: 'compare', viz: 'namely' },
};

const START = String.raw`(?<![\p{L}\p{N}.])`;
const STARTS_NAME = new RegExp(String.raw`^ [\p{Lu}${NAMED}]`, 'u');
const anyOf = (words: Words): string => Object.keys(words).join('|').replaceAll('.', '\\.');

/** Abbreviated words. One at the end of the text keeps its stop, which also ends the sentence. */
export const ABBREVIATION_FORMS: readonly ReadingForm[] = [
  {
    // "Main St.", "42nd St.", "12 Elm Dr.", "Acme Inc.": a name or ordinal before, and no name after unless there is a house number.
    pattern: new RegExp(
      String.raw`(?<=(?:\p{Lu}[\p{L}'’]+|${NAMED}|${READ}),? )(${anyOf(SUFFIXES)})\.(?!\p{L})`,
      'gu',
    ),
    read(match, context) {
      const [, short = ''] = match;
      const words = SUFFIXES[short];
      const isTitleToo = Object.hasOwn(TITLES, short) && STARTS_NAME.test(textAfter(match, context));
      // "12 Elm St. Boston", "St. Mary's St. Cafe": after a house number or a saint, "St." is a street.
      const isPlace = /\d\w* [^,]*$|['’]s $|Saint \p{L}+ $|\bSt\. \p{L}+ $/u.test(textBefore(match, context));
      if (isTitleToo && !isPlace) return undefined;
      return words && `${words}${stopAtEnd(match, context)}`;
    },
  },
  {
    pattern: new RegExp(String.raw`${START}(${anyOf(TITLES)})\. ?(?=[\p{Lu}${NAMED}])`, 'gu'),
    read: ([, short = '']) => `${TITLES[short]} `,
  },
  {
    pattern: /(?<![\p{L}\p{N}.])(Mrs?|Ms)\.(?= and )/gu,
    read: ([, short = '']) => TITLES[short],
  },
  {
    pattern: new RegExp(String.raw`${START}(${anyOf(BEFORE_NUMBER)})\. ?(?=[\d${READ}])`, 'giu'),
    read: ([, short = '']) => {
      // "Plan C. 5 people came."
      if (short === 'C') return undefined;
      const words = BEFORE_NUMBER[short.toLowerCase()] ?? short;
      const isCapital = /^(?:Fig|Vol|Ch|Sec|Art|Eq)/.test(short);
      return `${isCapital ? capitalized(words) : words} `;
    },
  },
  {
    pattern: new RegExp(String.raw`${START}(?:(${anyOf(ANYWHERE)})\.|(vs)(?= ))(?!\p{L})`, 'giu'),
    read(match, context) {
      const [written, dotted, bare] = match;
      const words = ANYWHERE[(dotted ?? bare ?? '').toLowerCase()];
      if (words === undefined) return undefined;
      const isCapital = /^\p{Lu}/u.test(written);
      const cased = isCapital ? capitalized(words) : words;
      return `${cased}${dotted === undefined ? '' : stopAtEnd(match, context)}`;
    },
  },
  {
    pattern:
      /(?<![\p{L}\p{N}])(Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec|Mon|Tues?|Wed|Thurs?|Fri|Sat|Sun)\.(?= \p{Ll}|,)/gu,
    read: ([, short = '']) => fullName(short),
  },
  { pattern: /(?<![\p{L}\p{N}/])w\/o(?= )/giu, read: () => 'without' },
  { pattern: /(?<![\p{L}\p{N}/])w\/ ?(?=[\p{L}\d])/giu, read: () => 'with ' },
  { pattern: /(?<=\band)\/(?=or\b)/giu, read: () => ' ' },
  { pattern: /(?<=\p{L}|\p{N}) & (?=\S)|(?<=(?<!\p{L})\p{L})&(?=\p{L}(?!\p{L}))/gu, read: () => ' and ' },
  { pattern: /(?<![\p{L}\p{N}&])#(?=\d)/gu, read: () => 'number ' },
  { pattern: /(?<![\p{L}\p{N}&])#(?=\p{L})/gu, read: () => 'hashtag ' },
];
