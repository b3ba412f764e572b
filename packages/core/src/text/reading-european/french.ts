import type { ReadingForm } from '../reading-form.ts';
import { romanValue } from '../shared-readings.ts';
import type { Counted, ReadingGrammar, WrittenDate } from './reading-grammar.ts';

const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);
const UP_TO_16 =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'.split(' ');
const TENS = 'vingt trente quarante cinquante soixante'.split(' ');

/** Below 100. */
function cardinal(value: number): string {
  if (value <= 16) return UP_TO_16[value] ?? '';
  if (value < 20) return `dix-${UP_TO_16[value - 10]}`;
  const ten = Math.min(Math.floor(value / 10) - 2, 4);
  // Seventy and ninety continue counting from sixty and eighty.
  if (value >= 80) return value === 80 ? 'quatre-vingts' : `quatre-vingt-${cardinal(value - 80)}`;
  const rest = value - (ten + 2) * 10;
  const name = TENS[ten] ?? '';
  if (rest === 0) return name;
  return rest === 1 || rest === 11 ? `${name} et ${cardinal(rest)}` : `${name}-${cardinal(rest)}`;
}

/** "premier", "première", "vingt et unième". */
function ordinal(value: number, isFeminine: boolean): string {
  if (value === 1) return isFeminine ? 'première' : 'premier';
  const words = cardinal(value).replace(/s$/u, (end) => (value === 80 ? '' : end));
  if (words.endsWith('cinq')) return `${words}uième`;
  if (words.endsWith('neuf')) return `${words.slice(0, -1)}vième`;
  return `${words.replace(/e$/u, '')}ième`;
}

function dateWords({ day, month, year }: WrittenDate): string {
  const number = day === 1 ? 'premier' : String(day);
  return `${number} ${MONTHS[month - 1] ?? ''}${year === undefined ? '' : ` ${year}`}`;
}

const OWN_FORMS: readonly ReadingForm[] = [
  {
    // "XXe siècle".
    pattern: /(?<![\p{L}\p{N}])([IVX]{1,6})(er|ère|re|e|ème)(?![\p{L}\p{N}])/gu,
    read: ([, roman = '', ending]) => ordinal(romanValue(roman), ending === 're' || ending === 'ère'),
  },
  {
    pattern: /(?<![\p{L}\p{N}.,])(\d{1,2})(er|ère|re|e|è|ème|nd|nde)(?![\p{L}\p{N}])/gu,
    read: ([, digits, ending = '']) => {
      const value = Number(digits);
      if (value === 0) return undefined;
      if (ending.startsWith('nd')) return value === 2 ? (ending === 'nd' ? 'second' : 'seconde') : undefined;
      return ordinal(value, ending === 're' || ending === 'ère');
    },
  },
  {
    // "Louis XIV"; "François Ier" is an ordinal and matched above.
    pattern:
      /(?<=(?:Louis|Charles|Henri|Philippe|Napoléon|François|Jean|Paul|Pie|Benoît|Léon|chapitre|tome|acte|livre|Chapitre|Tome|Acte|Livre) )([IVX]{1,6})(?![\p{L}\p{N}'’])/gu,
    read: ([, roman = '']) => cardinal(romanValue(roman)),
  },
  { pattern: /n° ?(?=\d)/giu, read: ([sign]) => (sign.startsWith('N') ? 'Numéro ' : 'numéro ') },
  { pattern: /nos (?=\d+ )/gu, read: () => 'numéros ' },
  { pattern: /§ ?(?=\d)/gu, read: () => 'paragraphe ' },
];

const he = (one: string, many = `${one}s`): Counted => ({ a: 'un', one, many });
const she = (one: string, many = `${one}s`): Counted => ({ a: 'une', one, many });
const cent = he('centime');
const euro = { ...he('euro'), cent: he('centime') };
const dollar = { ...he('dollar'), cent: he('cent') };
const pound = { ...she('livre'), cent: he('penny', 'pence') };
const franc = { ...he('franc'), cent };

export const FRENCH: ReadingGrammar = {
  decimalMark: ',',
  groupMark: '[ .]',
  currencies: {
    ...{
      '€': euro,
      EUR: euro,
      euros: euro,
      $: dollar,
      USD: dollar,
      '$ US': he('dollar américain', 'dollars américains'),
    },
    ...{
      '$ CA': he('dollar canadien', 'dollars canadiens'),
      CAD: he('dollar canadien', 'dollars canadiens'),
    },
    ...{ '£': pound, GBP: pound, CHF: franc, '¥': he('yen', 'yens') },
  },
  sizes: {
    ...{
      k: { a: '', one: 'mille', many: 'mille', isNumeral: true },
      M: he('million'),
      Md: he('milliard'),
      Mds: he('milliard'),
    },
    ...{
      millions: he('million'),
      million: he('million'),
      milliards: he('milliard'),
      milliard: he('milliard'),
    },
  },
  ofCurrency: (currency) => (/^[aeiouyé]/iu.test(currency) ? ` d'${currency}` : ` de ${currency}`),
  units: {
    ...{ km: he('kilomètre'), m: he('mètre'), cm: he('centimètre'), mm: he('millimètre') },
    ...{ kg: he('kilogramme'), g: he('gramme'), mg: he('milligramme'), t: she('tonne') },
    ...{ l: he('litre'), L: he('litre'), ml: he('millilitre'), mL: he('millilitre'), cl: he('centilitre') },
    ...{
      'm²': he('mètre carré', 'mètres carrés'),
      'm³': he('mètre cube', 'mètres cubes'),
      ha: he('hectare'),
    },
    ...{
      'km²': he('kilomètre carré', 'kilomètres carrés'),
      min: she('minute'),
      s: she('seconde'),
      h: she('heure'),
    },
    ...{
      '%': he('pour cent', 'pour cent'),
      '‰': he('pour mille', 'pour mille'),
      '°C': he('degré Celsius', 'degrés Celsius'),
    },
    ...{ '°F': he('degré Fahrenheit', 'degrés Fahrenheit'), '°': he('degré') },
    ...{ Go: he('gigaoctet'), Mo: he('mégaoctet'), ko: he('kilooctet'), To: he('téraoctet') },
    ...{ kW: he('kilowatt'), W: he('watt'), kWh: he('kilowattheure'), V: he('volt') },
    ...{
      Hz: he('hertz', 'hertz'),
      kHz: he('kilohertz', 'kilohertz'),
      MHz: he('mégahertz', 'mégahertz'),
      GHz: he('gigahertz', 'gigahertz'),
    },
  },
  per: (unit) => `par ${unit}`,
  months: MONTHS,
  shortMonths: [
    ...[['janv', 'jan'], ['févr', 'fév'], ['mars'], ['avr'], ['mai'], ['juin'], ['juil'], ['août']],
    ...[['sept'], ['oct'], ['nov'], ['déc']],
  ],
  namedDate: (months) => `(\\d{1,2})(?:er)? (${months})(?: (\\d{4}))?`,
  dateWords,
  times: [String.raw`(\d{1,2}) ?[hH] ?(\d{2})?`, String.raw`(\d{1,2}):(\d{2})(?: ?h)?`],
  clockWords: (hour, minute) =>
    `${hour === 1 ? 'une heure' : hour === 21 ? 'vingt et une heures' : `${hour} heures`}${minute === '' || Number(minute) === 0 ? '' : ` ${Number(minute)}`}`,
  fractions: {
    ...{ '½': 'un demi', '¼': 'un quart', '¾': 'trois quarts', '⅓': 'un tiers', '⅔': 'deux tiers' },
    ...{ '⅛': 'un huitième', '⅕': 'un cinquième' },
  },
  andFraction: 'et',
  upTo: 'à',
  ownForms: OWN_FORMS,
  titles: {
    ...{
      M: 'Monsieur',
      MM: 'Messieurs',
      Mme: 'Madame',
      Mmes: 'Mesdames',
      Mlle: 'Mademoiselle',
      Dr: 'docteur',
    },
    ...{ Pr: 'professeur', Me: 'maître', Mgr: 'monseigneur', St: 'Saint', Ste: 'Sainte' },
  },
  beforeNumber: {
    ...{
      p: 'page',
      pp: 'pages',
      chap: 'chapitre',
      art: 'article',
      fig: 'figure',
      vol: 'volume',
      env: 'environ',
    },
    ...{ tél: 'téléphone', éd: 'édition' },
  },
  anywhere: {
    ...{
      'p. ex': 'par exemple',
      'c.-à-d': "c'est-à-dire",
      etc: 'et cetera',
      'av. J.-C': 'avant Jésus-Christ',
    },
    ...{
      'apr. J.-C': 'après Jésus-Christ',
      'ap. J.-C': 'après Jésus-Christ',
      env: 'environ',
      bd: 'boulevard',
    },
    ...{
      boul: 'boulevard',
      av: 'avenue',
      cf: 'confer',
      ex: 'exemple',
      max: 'maximum',
      min: 'minimum',
      tél: 'téléphone',
    },
  },
  signs: { '.': 'point', '@': 'arobase', '/': 'slash', '-': 'tiret', _: 'tiret bas' },
  operators: {
    ...{ '+': 'plus', '−': 'moins', '=': 'égale', '×': 'fois', '÷': 'divisé par', '±': 'plus ou moins' },
    ...{
      '≤': 'inférieur ou égal à',
      '≥': 'supérieur ou égal à',
      '<': 'inférieur à',
      '>': 'supérieur à',
      '≠': 'différent de',
    },
  },
  minus: 'moins',
  and: 'et',
};
