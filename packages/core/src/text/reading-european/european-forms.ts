import { READ, type ReadingForm, stopAtEnd, textBefore } from '../reading-form.ts';
import { capitalized, isCalendarDay } from '../shared-readings.ts';
import type { Abbreviations, Counted, ReadingGrammar } from './reading-grammar.ts';

const START = String.raw`(?<![\p{L}\p{N}_]|[\p{L}\p{N}][-–./:,'’])`;
const END = String.raw`(?![\p{L}\p{N}]|[.,:/]\d)`;
const DASH = '(?: ?[–—] ?|-| - )';
const MAX_HOUR = 24;
const MAX_MINUTE = 59;

const anyOf = (names: readonly string[]): string =>
  names
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('|');
const named = (table: Readonly<Record<string, unknown>>): string => anyOf(Object.keys(table));

/** The forms of a western European language, in the order in which they are tried. */
export function createEuropeanForms(grammar: ReadingGrammar): readonly ReadingForm[] {
  const { groupMark, decimalMark } = grammar;
  const number = String.raw`(?:\d{1,3}(?:${groupMark}\d{3})+(?!\d)|\d+)(?:[${decimalMark}]\d+)?`;
  return [
    ...addressForms(grammar),
    ...dateForms(grammar),
    ...timeForms(grammar),
    ...moneyForms(grammar, number),
    ...unitForms(grammar, number),
    ...fractionForms(grammar),
    ...grammar.ownForms,
    ...rangeForms(grammar),
    ...operatorForms(grammar),
    ...abbreviationForms(grammar),
  ];
}

function addressForms({ signs }: ReadingGrammar): readonly ReadingForm[] {
  const words = (address: string): string =>
    address
      .replace(/^https?:\/\/|\/$/giu, '')
      .replace(/^www\./iu, '')
      .replace(/[.@/_-]/gu, (sign) => ` ${signs[sign as keyof typeof signs]} `);
  return [
    { pattern: /[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}(?![\w@])/giu, read: ([mail]) => words(mail) },
    {
      pattern:
        /(?:https?:\/\/|www\.)[\w.-]*\w(?:\/(?:[\w./-]*[\w/])?)?|(?<![\w@./-])(?:[a-z\d-]+\.)+(?:com|org|net|info|io|dev|eu|de|fr|es|at|ch|be|mx|ca)(?![\w-]|\.\w)(?:\/(?:[\w./-]*[\w/])?)?/giu,
      read: ([address]) => words(address),
    },
  ];
}

function dateForms(grammar: ReadingGrammar): readonly ReadingForm[] {
  const { months, shortMonths, dateWords } = grammar;
  const monthOf = (name: string): number => {
    const plain = name.toLowerCase().replace(/\.$/, '');
    const full = months.findIndex((month) => month.toLowerCase() === plain);
    return 1 + (full >= 0 ? full : shortMonths.findIndex((short) => short.includes(plain)));
  };
  const date = ([day, month, year]: readonly (number | undefined)[], before: string): string | undefined => {
    if (day === undefined || month === undefined || !isCalendarDay(day, month)) return undefined;
    return dateWords({ day, month, year, before });
  };
  const names = `(?:${anyOf([...months])})|(?:${anyOf(shortMonths.flat())})\\b\\.?`;
  return [
    {
      pattern: new RegExp(String.raw`${START}(\d{4})-(\d{2})-(\d{2})${END}`, 'gu'),
      read: (match, context) =>
        date([Number(match[3]), Number(match[2]), Number(match[1])], textBefore(match, context)),
    },
    {
      pattern: new RegExp(String.raw`${START}(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})${END}`, 'gu'),
      read: (match, context) => {
        const [, day, sign, month, year = ''] = match;
        // "1-2-03" may be anything.
        if (year.length === 2 && sign === '-') return undefined;
        const whole = year.length === 2 ? 2000 + Number(year) : Number(year);
        return date([Number(day), Number(month), whole], textBefore(match, context));
      },
    },
    {
      pattern: new RegExp(`${START}${grammar.namedDate(names)}(?![\\p{L}\\d])`, 'giu'),
      read: (match, context) => {
        const [, day, month = '', year] = match;
        const found = [
          Number.parseInt(day ?? '', 10),
          monthOf(month),
          year === undefined ? undefined : Number(year),
        ];
        return date(found, textBefore(match, context));
      },
    },
  ];
}

function timeForms({ times, clockWords }: ReadingGrammar): readonly ReadingForm[] {
  return times.map((pattern) => ({
    pattern: new RegExp(`${START}${pattern}${END}`, 'gu'),
    read: ([, hour, minute = '']) =>
      Number(hour) > MAX_HOUR || Number(minute) > MAX_MINUTE ? undefined : clockWords(Number(hour), minute),
  }));
}

/** "ein Euro", "5 Euro". */
function counted(amount: string, { a, one, many }: Counted): string {
  return amount === '1' ? `${a} ${one}`.trim() : `${amount} ${many}`;
}

function moneyForms(grammar: ReadingGrammar, number: string): readonly ReadingForm[] {
  const { currencies, sizes, units, decimalMark, centsAfter, upTo, per, minus } = grammar;
  const { ofCurrency = (currency) => ` ${currency}` } = grammar;
  const signs = named(currencies);
  const size = `(?: ?(${named(sizes)})(?!\\p{L}))?`;
  const rate = `(?:/(${named(units)}|\\p{L}{3,})(?!\\p{L}))?`;
  const words = (sign: string, amount: string, sized: string | undefined): string | undefined => {
    const currency = currencies[sign];
    if (currency === undefined) return undefined;
    const large = sized === undefined ? undefined : sizes[sized];
    if (large !== undefined)
      return `${counted(amount, large)}${large.isNumeral ? ` ${currency.many}` : ofCurrency(currency.many)}`;
    const [whole = '', cents = ''] = amount.split(decimalMark);
    if (cents.length !== 2 || currency.cent === undefined) return counted(amount, currency);
    if (cents === '00') return counted(whole, currency);
    const small = String(Number(cents));
    if (whole === '0') return counted(small, currency.cent);
    return `${counted(whole, currency)} ${centsAfter === undefined ? '' : `${centsAfter} `}${small}`;
  };
  const rated = (spoken: string | undefined, unit: string | undefined): string | undefined => {
    if (spoken === undefined || unit === undefined) return spoken;
    return `${spoken} ${per(units[unit]?.one ?? unit)}`;
  };
  return [
    {
      pattern: new RegExp(`${START}(${number})${DASH}(${number})${size} ?(${signs})(?!\\p{L})`, 'gu'),
      read: ([, from = '', to = '', sized, sign = '']) => {
        const spoken = words(sign, to, sized);
        return spoken && `${from} ${upTo} ${spoken}`;
      },
    },
    {
      pattern: new RegExp(`${START}([-−])?(${number})${size} ?(${signs})(?!\\p{L})${rate}`, 'gu'),
      read: ([, sign, amount = '', sized, currency = '', unit]) => {
        const spoken = rated(words(currency, amount, sized), unit);
        return spoken && (sign === undefined ? spoken : `${minus} ${spoken}`);
      },
    },
    {
      pattern: new RegExp(
        `(?<![\\p{L}\\p{N}])(${signs}) ?(${number})(?:[.,][-–—])?${size}${END}${rate}`,
        'gu',
      ),
      read: ([, currency = '', amount = '', sized, unit]) => rated(words(currency, amount, sized), unit),
    },
  ];
}

function unitForms(grammar: ReadingGrammar, number: string): readonly ReadingForm[] {
  const { units, per, upTo, minus } = grammar;
  const unit = named(units);
  return [
    {
      pattern: new RegExp(
        `${START}([-−])?(${number})(?:${DASH}(${number}))? ?(${unit})(?:/(${unit}))?(?![\\p{L}\\p{N}/])`,
        'gu',
      ),
      read: ([, sign, from = '', to, name = '', perName]) => {
        const known = units[name];
        if (known === undefined) return undefined;
        const spoken = to === undefined ? counted(from, known) : `${from} ${upTo} ${counted(to, known)}`;
        const rate = perName === undefined ? '' : ` ${per(units[perName]?.one ?? perName)}`;
        return `${sign === undefined ? '' : `${minus} `}${spoken}${rate}`;
      },
    },
  ];
}

function fractionForms({ fractions, andFraction, units }: ReadingGrammar): readonly ReadingForm[] {
  const signs = Object.keys(fractions).join('');
  return [
    {
      // With the name of its unit: "½ l" is "ein halb Liter".
      pattern: new RegExp(
        `(?<![\\p{L}.,])(?:(\\d+) ?)?([${signs}])(?: ?(${named(units)})(?![\\p{L}\\p{N}/]))?`,
        'gu',
      ),
      read: ([, whole, sign = '', unit]) => {
        const part = fractions[sign];
        if (part === undefined) return undefined;
        const amount = whole === undefined ? part : `${whole} ${andFraction} ${part}`;
        const { one = '', many = '' } = (unit === undefined ? undefined : units[unit]) ?? {};
        return `${amount} ${whole === undefined ? one : many}`.trimEnd();
      },
    },
  ];
}

function rangeForms({ upTo }: ReadingGrammar): readonly ReadingForm[] {
  return [
    {
      pattern: new RegExp(String.raw`${START}(\d{1,4})${DASH}(\d{1,4})(?![\p{L}\p{N}]|[-–.,:/]\d)`, 'gu'),
      read: ([, from = '', to = '']) => (Number(from) < Number(to) ? `${from} ${upTo} ${to}` : undefined),
    },
  ];
}

function operatorForms({ operators, and }: ReadingGrammar): readonly ReadingForm[] {
  return [
    ...Object.entries(operators).map(([sign, word]) => ({
      pattern: new RegExp(`(?<=[\\p{N}${READ})]) ?${anyOf([sign])} ?(?=[\\p{N}(])`, 'gu'),
      read: () => ` ${word} `,
    })),
    { pattern: /(?<=\p{L}|\p{N}) & (?=\S)/gu, read: () => ` ${and} ` },
  ];
}

function abbreviationForms({ titles, beforeNumber, anywhere }: ReadingGrammar): readonly ReadingForm[] {
  const cased = (written: string, words: string): string =>
    /^\p{Lu}/u.test(written) ? capitalized(words) : words;
  const spaced = (table: Abbreviations): string => named(table).replaceAll(' ', ' ?');
  /** At the start of a sentence or a title an abbreviation has a capital: "Pág. 5". */
  const inEitherCase: Abbreviations = {
    ...Object.fromEntries(Object.entries(beforeNumber).map(([short, words]) => [capitalized(short), words])),
    ...beforeNumber,
  };
  const find = (table: Abbreviations, written: string): string | undefined => {
    const plain = written.replaceAll(' ', '');
    return Object.entries(table).find(([short]) => short.replaceAll(' ', '') === plain)?.[1];
  };
  const from = String.raw`(?<![\p{L}\p{N}.])`;
  return [
    {
      pattern: new RegExp(`${from}(${spaced(titles)})\\.? (?=\\p{Lu})`, 'gu'),
      read: ([, short = '']) => {
        const words = find(titles, short);
        return words && `${words} `;
      },
    },
    {
      pattern: new RegExp(`${from}(${spaced(inEitherCase)})\\.? ?(?=[\\d${READ}])`, 'gu'),
      read: ([, short = '']) => {
        const words = find(inEitherCase, short);
        return words && `${cased(short, words)} `;
      },
    },
    {
      pattern: new RegExp(`${from}(${spaced(anywhere)})\\.(?!\\p{L})`, 'giu'),
      read: (match, context) => {
        const [, short = ''] = match;
        const words = find(anywhere, short) ?? find(anywhere, short.toLowerCase());
        return words && `${cased(short, words)}${stopAtEnd(match, context)}`;
      },
    },
  ];
}
