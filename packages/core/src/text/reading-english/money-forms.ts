import { type ReadingForm, textAfter, textBefore } from '../reading-form.ts';
import { beginsWithNoun, endsInArticle } from './noun-context.ts';
import { cardinal, numberWords } from './number-words.ts';
import { DASH, NUMBER } from './quantity.ts';
import { perWords } from './unit-names.ts';

interface Currency {
  readonly one: string;
  readonly many: string;
  readonly cent?: string;
  readonly cents?: string;
}

const dollar = (country: string): Currency => ({
  one: `${country}dollar`,
  many: `${country}dollars`,
  cent: 'cent',
  cents: 'cents',
});
const euro: Currency = { one: 'euro', many: 'euros', cent: 'cent', cents: 'cents' };
const pound = (country: string): Currency => ({
  one: `${country}pound`,
  many: `${country}pounds`,
  cent: 'penny',
  cents: 'pence',
});
const unchanging = (name: string): Currency => ({ one: name, many: name });
const rupee: Currency = { one: 'rupee', many: 'rupees', cent: 'paisa', cents: 'paise' };
const franc: Currency = { one: 'Swiss franc', many: 'Swiss francs', cent: 'centime', cents: 'centimes' };

const SIGNS: Readonly<Record<string, Currency>> = {
  ...{ $: dollar(''), US$: dollar('US '), A$: dollar('Australian '), AU$: dollar('Australian ') },
  ...{
    C$: dollar('Canadian '),
    CA$: dollar('Canadian '),
    NZ$: dollar('New Zealand '),
    HK$: dollar('Hong Kong '),
  },
  ...{ '€': euro, '£': pound(''), '¥': unchanging('yen'), '₹': rupee, '₩': unchanging('won') },
  ...{ '₽': { one: 'ruble', many: 'rubles' }, '₿': unchanging('bitcoin') },
};
const CODES: Readonly<Record<string, Currency>> = {
  ...{
    USD: dollar('US '),
    AUD: dollar('Australian '),
    CAD: dollar('Canadian '),
    NZD: dollar('New Zealand '),
  },
  ...{ EUR: euro, GBP: pound('British '), CHF: franc, INR: { one: 'Indian rupee', many: 'Indian rupees' } },
  ...{ JPY: unchanging('yen'), CNY: unchanging('yuan'), BTC: unchanging('bitcoin') },
};
const SIZES: Readonly<Record<string, string>> = {
  ...{ k: 'thousand', K: 'thousand', m: 'million', M: 'million', mn: 'million', b: 'billion', B: 'billion' },
  ...{ bn: 'billion', tn: 'trillion', T: 'trillion' },
};

const SIGN = String.raw`(?:US|AU?|CA?|NZ|HK)?\$|[€£¥₹₩₽₿]`;
const CODE = Object.keys(CODES).join('|');
const SIZE = String.raw`(?: ?(thousand|million|billion|trillion|mn|bn|tn)|([kKmMbBT]))?(?![\p{L}\d])`;
const PER = String.raw`(?:\/(\p{Ll}+))?`;

/** Amounts of money. Between an article and a noun the currency is singular: "a twenty dollar bill". */
export const MONEY_FORMS: readonly ReadingForm[] = [
  {
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?:(?<![^\s(])([-−]))?(${SIGN}) ?(${NUMBER})(?:${DASH}(?:${SIGN})?(${NUMBER}))?${SIZE}${PER}`,
      'gu',
    ),
    read(match, context) {
      const [, sign, symbol = '', amount = '', upTo, name, short = '', per] = match;
      const currency = SIGNS[symbol];
      if (currency === undefined) return undefined;
      const isAdjective =
        endsInArticle(textBefore(match, context)) &&
        beginsWithNoun(textAfter(match, context)) &&
        per === undefined;
      const words = amountWords(currency, { amount, upTo, size: sizeName(name ?? short), isAdjective });
      return `${sign === undefined ? '' : 'minus '}${words}${per === undefined ? '' : ` per ${perWords(per)}`}`;
    },
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}.,])(?:(${CODE}) (${NUMBER})${SIZE}|(${NUMBER})${SIZE} ?(${CODE}|[€₽])(?!\p{L}))`,
      'gu',
    ),
    read([, code, first, name, short = '', second, laterName, laterShort = '', sign]) {
      const mark = code ?? sign ?? '';
      const currency = CODES[mark] ?? SIGNS[mark];
      const size = sizeName(name ?? laterName ?? (short || laterShort));
      return currency && amountWords(currency, { amount: first ?? second ?? '', size });
    },
  },
  {
    pattern: /(?<![\p{L}\p{N}.,])(\d+) ?(?:¢|(?<=\d)(p)(?![\p{L}\d]))/gu,
    read(match, context) {
      const [, amount = '', pence] = match;
      // "720p" is a picture's height.
      if (pence !== undefined && Number(amount) > 99) return undefined;
      // "A fifty cent stamp", but "a fifty pence piece".
      if (pence !== undefined) return `${cardinal(amount)} ${amount === '1' ? 'penny' : 'pence'}`;
      const isAdjective =
        endsInArticle(textBefore(match, context)) && beginsWithNoun(textAfter(match, context));
      return `${cardinal(amount)} ${isAdjective || amount === '1' ? 'cent' : 'cents'}`;
    },
  },
];

function sizeName(written: string): string | undefined {
  return written === '' ? undefined : (SIZES[written] ?? written);
}

interface Amount {
  readonly amount: string;
  readonly upTo?: string | undefined;
  readonly size?: string | undefined;
  readonly isAdjective?: boolean;
}

function amountWords(currency: Currency, { amount, upTo, size, isAdjective = false }: Amount): string {
  const name = isAdjective ? currency.one : currency.many;
  const sized = size === undefined ? '' : ` ${size}`;
  if (upTo !== undefined) return `${numberWords(amount)} to ${numberWords(upTo)}${sized} ${name}`;
  const [whole = '', cents] = amount.replaceAll(',', '').split('.');
  if (size !== undefined || cents?.length !== 2 || currency.cents === undefined) {
    return `${numberWords(amount)}${sized} ${amount === '1' && sized === '' ? currency.one : name}`;
  }
  const units = Number(whole);
  const parts = [
    units === 0 && cents !== '00' ? '' : `${cardinal(whole)} ${units === 1 ? currency.one : name}`,
    cents === '00' ? '' : `${cardinal(Number(cents))} ${cents === '01' ? currency.cent : currency.cents}`,
  ];
  return parts.filter((part) => part !== '').join(' and ');
}
