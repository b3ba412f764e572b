import { READ, type ReadingForm, stopAtEnd, textBefore } from '../reading-form.ts';
import { SENTENCE_OPENERS } from '../sentence-openers.ts';
import { capitalized, isCalendarDay } from '../shared-readings.ts';
import type { Counted, ReadingGrammar, WrittenDate } from './reading-grammar.ts';

const ONES =
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const TENS = '   zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ').slice(1);
const ORDINAL_STEMS: Readonly<Record<number, string>> = { 1: 'erst', 3: 'dritt', 7: 'siebt', 8: 'acht' };
const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(
  ' ',
);
/** Words that are followed by a dative or an accusative. */
const BENDS = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:am|vom|zum|beim|im|dem|den|ab|seit|bis|des|(?:in|an|auf|aus|bei|mit|nach|seit|von|zu|vor|hinter|neben|über|unter|zwischen|während|ab) der)\s$|${READ} und $`,
  'iu',
);
/** "am 3. und 4. Tag": the ending of the first ordinal is that of all. */
const EARLIER_ORDINALS = new RegExp(`(?:${READ}+(?:und|oder|bis) )+$`, 'u');
const OPENERS = [...(SENTENCE_OPENERS.de ?? [])].map(capitalized).join('|');
/** A number that is followed by a noun, not by a word that begins a sentence, or by another ordinal: "vom 3. bis zum 5. Tag". */
const ORDINAL = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(\d{1,2})\. (?!(?:${OPENERS})\b)(?=\p{Lu}\p{L}|\p{Ll}+ \p{Lu}|(?:und|oder|bis) (?:\p{Ll}{2,3} )?[\d${READ}])`,
  'gu',
);
/** Words before a day without a year. */
const DAY_FOLLOWS = /(?:^|[^\p{L}])(?:am|vom|zum|bis|ab|seit|dem|den|der)\s$/iu;
const ARTICLE = /(?:^|[^\p{L}])(?:der|die|das|ins|ans|aufs|durchs|fürs|ums)\s$/iu;

function below100(value: number): string {
  if (value < 20) return ONES[value] ?? '';
  const ten = TENS[Math.floor(value / 10)] ?? '';
  const one = value % 10;
  return one === 0 ? ten : `${one === 1 ? 'ein' : ONES[one]}und${ten}`;
}

/** Centuries are counted from 1100 to 1999: "neunzehnhundertneunundneunzig". Others are read as the engine reads numbers. */
function yearWords(year: number): string {
  if (year < 1100 || year > 1999) return String(year);
  const rest = year % 100;
  return `${below100(Math.floor(year / 100))}hundert${rest === 0 ? '' : below100(rest)}`;
}

/** Up to 99: "dritt", "einundzwanzigst". */
function ordinalStem(value: number): string {
  return ORDINAL_STEMS[value] ?? `${below100(value)}${value < 20 ? 't' : 'st'}`;
}

function dateWords({ day, month, year, before }: WrittenDate): string {
  const ending = BENDS.test(before) ? 'en' : ARTICLE.test(before) ? 'e' : 'er';
  const name = MONTHS[month - 1] ?? '';
  return `${ordinalStem(day)}${ending} ${name}${year === undefined ? '' : ` ${yearWords(year)}`}`;
}

const same = (one: string, a = 'ein'): Counted => ({ a, one, many: one });
const euro = { ...same('Euro'), cent: same('Cent') };
const dollar = { ...same('Dollar'), cent: same('Cent') };
const pound = { ...same('Pfund'), cent: { a: 'ein', one: 'Penny', many: 'Pence' } };
const franken = { ...same('Franken'), cent: same('Rappen') };
const million = { a: 'eine', one: 'Million', many: 'Millionen' };
const milliard = { a: 'eine', one: 'Milliarde', many: 'Milliarden' };
const thousand = { a: 'ein', one: 'Tausend', many: 'Tausend' };

const ROMAN: Readonly<Record<string, number>> = {
  ...{ I: 1, II: 2, III: 3, IV: 4, V: 5, VI: 6, VII: 7, VIII: 8, IX: 9, X: 10, XI: 11, XII: 12, XIII: 13 },
  ...{ XIV: 14, XV: 15, XVI: 16, XVII: 17, XVIII: 18, XXIII: 23 },
};

const OWN_FORMS: readonly ReadingForm[] = [
  {
    // "Ludwig XIV.": the case depends on the word before the name.
    pattern: /(?<=(?:\p{Lu}\p{Ll}+) )([IVX]{1,6})\.(?=[ ,;:)]|$)/gu,
    read(match, context) {
      const value = ROMAN[match[1] ?? ''];
      if (value === undefined) return undefined;
      const [, governing = '', name = ''] =
        /(?:(\p{L}+) )?(\p{Lu}\p{Ll}+) $/u.exec(textBefore(match, context)) ?? [];
      const stem = capitalized(ordinalStem(value));
      const stop = stopAtEnd(match, context);
      if (
        name.endsWith('s') &&
        governing !== '' &&
        !/^(?:von|mit|bei|zu|unter|nach|seit|vor|für)$/iu.test(governing) &&
        name !== 'Innozenz'
      )
        return `des ${stem}en${stop}`;
      if (
        /^(?:von|mit|bei|zu|unter|nach|seit|vor|könig|kaiser)$/iu.test(governing) &&
        !/^(?:könig|kaiser)$/iu.test(governing)
      )
        return `dem ${stem}en${stop}`;
      return `der ${stem}e${stop}`;
    },
  },
  {
    // "der 3. Platz", "im 19. Jahrhundert".
    pattern: ORDINAL,
    read(match, context) {
      const before = textBefore(match, context).replace(EARLIER_ORDINALS, '');
      const value = Number(match[1]);
      if (value === 0) return undefined;
      if (BENDS.test(before)) return `${ordinalStem(value)}en `;
      if (ARTICLE.test(before)) return `${ordinalStem(value)}e `;
      if (/(?:^|[^\p{L}])(?:ein|sein|ihr|mein|dein|unser|kein)\s$/iu.test(before))
        return `${ordinalStem(value)}er `;
      if (/(?:^|[^\p{L}])(?:eine|seine|ihre|meine|deine|unsere|keine|jede|zur)\s$/iu.test(before))
        return `${ordinalStem(value)}${/zur\s$/iu.test(before) ? 'en' : 'e'} `;
      return undefined;
    },
  },
  {
    // "1999" as a year, after words for years.
    pattern:
      /(?<=\b(?:im Jahr|im Jahre|Jahr|Jahre|seit|von|bis|Sommer|Winter|Herbst|Frühjahr|Anfang|Mitte|Ende|um|vor|nach) )(1[1-9]\d{2})(?![\p{L}\p{N}]|[.,:/-]\d| (?:Euro|Meter|Menschen|Leute|Stück))/giu,
    read: ([, year]) => yearWords(Number(year)),
  },
  {
    pattern: /(?<![\p{L}\p{N}])((?:1[1-9]|20)\d)0er(?!\p{L})/gu,
    read: ([, decade]) => `${yearWords(Number(decade) * 10)}er`,
  },
  {
    // "bis zum 3.12.", but not "in Abschnitt 3.12."
    pattern: /(?<![\p{L}\p{N}.,])(\d{1,2})\.(\d{1,2})\.(?!\d)/gu,
    read(match, context) {
      const before = textBefore(match, context);
      const [day, month] = [Number(match[1]), Number(match[2])];
      if (!DAY_FOLLOWS.test(before) || !isCalendarDay(day, month)) return undefined;
      return `${dateWords({ day, month, before })}${stopAtEnd(match, context)}`;
    },
  },
  {
    // "3:1"; a minute has two digits.
    pattern: /(?<![\p{L}\p{N}.,:/-])(\d{1,3}):(\d)(?![\p{L}\p{N}:]|[.,]\d)/gu,
    read: ([, one, two]) => `${one} zu ${two}`,
  },
  { pattern: /(?<=\p{Ll})str\.(?= ?\d|,)/gu, read: () => 'straße' },
  { pattern: /§§ ?(?=\d)/gu, read: () => 'Paragraphen ' },
  { pattern: /§ ?(?=\d)/gu, read: () => 'Paragraph ' },
  { pattern: /(?<=\p{L})\/(?=innen\b)/gu, read: () => ' und ' },
];

export const GERMAN: ReadingGrammar = {
  decimalMark: ',',
  groupMark: "[.' ]",
  currencies: {
    ...{ '€': euro, EUR: euro, Euro: euro, $: dollar, USD: dollar, 'US-$': dollar, '£': pound, GBP: pound },
    ...{ CHF: franken, 'Fr.': franken, '¥': same('Yen') },
  },
  sizes: {
    ...{ 'Mio.': million, Mio: million, Millionen: million, Million: million },
    ...{ 'Mrd.': milliard, Mrd: milliard, Milliarden: milliard, Milliarde: milliard, 'Tsd.': thousand },
  },
  units: {
    ...{ km: same('Kilometer'), m: same('Meter'), cm: same('Zentimeter'), mm: same('Millimeter') },
    ...{
      kg: same('Kilogramm'),
      g: same('Gramm'),
      mg: same('Milligramm'),
      t: { a: 'eine', one: 'Tonne', many: 'Tonnen' },
    },
    ...{ l: same('Liter'), L: same('Liter'), ml: same('Milliliter'), cl: same('Zentiliter') },
    ...{
      'm²': same('Quadratmeter'),
      'm³': same('Kubikmeter'),
      'km²': same('Quadratkilometer'),
      qm: same('Quadratmeter'),
    },
    ...{ ha: { a: 'ein', one: 'Hektar', many: 'Hektar' }, h: { a: 'eine', one: 'Stunde', many: 'Stunden' } },
    ...{
      min: { a: 'eine', one: 'Minute', many: 'Minuten' },
      'Min.': { a: 'eine', one: 'Minute', many: 'Minuten' },
    },
    ...{
      s: { a: 'eine', one: 'Sekunde', many: 'Sekunden' },
      'Std.': { a: 'eine', one: 'Stunde', many: 'Stunden' },
    },
    ...{
      '%': same('Prozent'),
      '‰': same('Promille'),
      '°C': same('Grad Celsius'),
      '°F': same('Grad Fahrenheit'),
      '°': same('Grad'),
    },
    ...{ GB: same('Gigabyte'), MB: same('Megabyte'), kB: same('Kilobyte'), TB: same('Terabyte') },
    ...{
      kW: same('Kilowatt'),
      W: same('Watt'),
      kWh: { a: 'eine', one: 'Kilowattstunde', many: 'Kilowattstunden' },
      V: same('Volt'),
    },
    ...{
      Hz: same('Hertz'),
      kHz: same('Kilohertz'),
      MHz: same('Megahertz'),
      GHz: same('Gigahertz'),
      PS: { a: 'ein', one: 'PS', many: 'PS' },
    },
  },
  per: (unit) => `pro ${unit}`,
  months: MONTHS,
  shortMonths: [
    ...[['jan', 'jän'], ['feb'], ['mär', 'mrz'], ['apr'], ['mai'], ['jun'], ['jul'], ['aug']],
    ...[['sept', 'sep'], ['okt'], ['nov'], ['dez']],
  ],
  namedDate: (months) => `(\\d{1,2})\\. ?(${months})(?: (\\d{4}))?`,
  dateWords,
  times: [String.raw`(\d{1,2}):(\d{2})(?::\d{2})?(?: ?Uhr| ?h)?`, String.raw`(\d{1,2})\.(\d{2}) Uhr`],
  clockWords: (hour, minute) =>
    `${hour === 1 ? 'ein' : hour} Uhr${Number(minute) === 0 ? '' : ` ${Number(minute)}`}`,
  fractions: {
    ...{ '½': 'ein halb', '¼': 'ein Viertel', '¾': 'drei Viertel', '⅓': 'ein Drittel', '⅔': 'zwei Drittel' },
    ...{ '⅛': 'ein Achtel', '⅕': 'ein Fünftel' },
  },
  andFraction: 'und',
  upTo: 'bis',
  ownForms: OWN_FORMS,
  titles: {
    ...{ Dr: 'Doktor', Prof: 'Professor', Hr: 'Herr', Hrn: 'Herrn', Fr: 'Frau', St: 'Sankt', Dipl: 'Diplom' },
    'Prof. Dr': 'Professor Doktor',
  },
  beforeNumber: {
    ...{
      Nr: 'Nummer',
      Nrn: 'Nummern',
      S: 'Seite',
      Abs: 'Absatz',
      Art: 'Artikel',
      Kap: 'Kapitel',
      Bd: 'Band',
    },
    ...{
      Abb: 'Abbildung',
      Tab: 'Tabelle',
      Tel: 'Telefon',
      Ziff: 'Ziffer',
      Jg: 'Jahrgang',
      ca: 'circa',
      Aufl: 'Auflage',
    },
  },
  anywhere: {
    ...{
      'z. b': 'zum Beispiel',
      'd. h': 'das heißt',
      'u. a': 'unter anderem',
      usw: 'und so weiter',
      bzw: 'beziehungsweise',
    },
    ...{
      ca: 'circa',
      ggf: 'gegebenenfalls',
      evtl: 'eventuell',
      inkl: 'inklusive',
      zzgl: 'zuzüglich',
      vgl: 'vergleiche',
    },
    ...{
      'v. chr': 'vor Christus',
      'n. chr': 'nach Christus',
      'o. ä': 'oder Ähnliches',
      'u. ä': 'und Ähnliches',
      etc: 'et cetera',
      mwst: 'Mehrwertsteuer',
    },
    ...{
      's. o': 'siehe oben',
      's. u': 'siehe unten',
      'i. d. r': 'in der Regel',
      'z. t': 'zum Teil',
      mind: 'mindestens',
    },
    ...{
      max: 'maximal',
      jh: 'Jahrhundert',
      str: 'Straße',
      geb: 'geboren',
      gest: 'gestorben',
      sog: 'sogenannte',
      exkl: 'exklusive',
    },
    ...{
      bsp: 'Beispiel',
      mio: 'Millionen',
      mrd: 'Milliarden',
      'u. u': 'unter Umständen',
      'm. e': 'meines Erachtens',
      allg: 'allgemein',
    },
  },
  signs: { '.': 'Punkt', '@': 'at', '/': 'Schrägstrich', '-': 'Bindestrich', _: 'Unterstrich' },
  operators: {
    ...{
      '+': 'plus',
      '−': 'minus',
      '=': 'gleich',
      '×': 'mal',
      '·': 'mal',
      '÷': 'geteilt durch',
      '±': 'plus minus',
    },
    ...{
      '≤': 'kleiner oder gleich',
      '≥': 'größer oder gleich',
      '<': 'kleiner als',
      '>': 'größer als',
      '≠': 'ungleich',
    },
  },
  minus: 'minus',
  and: 'und',
};
