import { READ, type ReadingForm } from '../reading-form.ts';
import { romanValue } from '../shared-readings.ts';
import type { Counted, ReadingGrammar, WrittenDate } from './reading-grammar.ts';

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const ORDINALS =
  'primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo'.split(' ');

function dateWords({ day, month, year }: WrittenDate): string {
  const number = day === 1 ? 'uno' : String(day);
  return `${number} de ${MONTHS[month - 1] ?? ''}${year === undefined ? '' : ` de ${year}`}`;
}

/** "primer", "primera", "primero". */
function ordinal(value: number, ending: string): string | undefined {
  const words = ORDINALS[value - 1];
  if (words === undefined) return undefined;
  if (/[aª]$/u.test(ending)) return words.replace(/o$/u, 'a');
  return /r$/u.test(ending) ? words.replace(/(primer|tercer)o$/u, '$1') : words;
}

const OWN_FORMS: readonly ReadingForm[] = [
  {
    pattern: /(?<![\p{L}\p{N}.,])(\d{1,2})(?:\.?([ºª])|\.?(er|ero|era|do|da|ra))(?![\p{L}\p{N}])/gu,
    read: ([, digits, sign, letters]) => ordinal(Number(digits), sign ?? letters ?? ''),
  },
  {
    // Kings and popes are counted by ordinals up to ten: "Felipe sexto", "Alfonso 13".
    pattern:
      /(?<=(?:Felipe|Alfonso|Carlos|Fernando|Isabel|Juan Pablo|Pablo|Pío|Luis|Enrique|Jaime|Sancho|Benedicto|Napoleón) )([IVX]{1,6})(?![\p{L}\p{N}])/gu,
    read(match, { text }) {
      const value = romanValue(match[1] ?? '');
      const isQueen = /Isabel $/u.test(text.slice(0, match.index));
      return value <= 10 ? ordinal(value, isQueen ? 'a' : 'o') : String(value);
    },
  },
  {
    pattern: /(?<![\p{L}\p{N}.])[Ss]\. ?([IVX]{1,6})(?![\p{L}\p{N}])/gu,
    read: ([, roman = '']) => `siglo ${romanValue(roman)}`,
  },
  {
    pattern: /(?<=(?:[Ss]iglos?|[Cc]apítulo|[Tt]omo|[Aa]cto) )([IVX]{1,6})(?![\p{L}\p{N}])/gu,
    read: ([, roman = '']) => String(romanValue(roman)),
  },
  {
    pattern: new RegExp(`(?<=${READ}) y ([IVX]{1,6})(?![\\p{L}\\p{N}])`, 'gu'),
    read: ([, roman = '']) => ` y ${romanValue(roman)}`,
  },
  { pattern: /[nN]\.?[ºo°]\.? ?(?=\d)/gu, read: () => 'número ' },
  { pattern: /§ ?(?=\d)/gu, read: () => 'párrafo ' },
  { pattern: /EE\. ?UU\.?/gu, read: () => 'Estados Unidos' },
  { pattern: /(?<![\p{L}\p{N}])[Cc]\/ ?(?=\p{Lu})/gu, read: () => 'calle ' },
];

const he = (one: string, many = `${one}s`): Counted => ({ a: 'un', one, many });
const she = (one: string, many = `${one}s`): Counted => ({ a: 'una', one, many });
const euro = { ...he('euro'), cent: he('céntimo') };
const dollar = { ...he('dólar', 'dólares'), cent: he('centavo') };
const pound = { ...she('libra'), cent: he('penique') };
const million = he('millón', 'millones');
const thousandMillion = { a: 'mil', one: 'millones', many: 'mil millones' };

export const SPANISH: ReadingGrammar = {
  decimalMark: ',',
  groupMark: '[. ]',
  currencies: {
    ...{ '€': euro, EUR: euro, euros: euro, $: dollar, USD: dollar, US$: dollar, '£': pound, GBP: pound },
    ...{
      '¥': he('yen', 'yenes'),
      CHF: he('franco suizo', 'francos suizos'),
      MXN: he('peso mexicano', 'pesos mexicanos'),
    },
  },
  centsAfter: 'con',
  sizes: {
    ...{
      M: million,
      millones: million,
      millón: million,
      mill: million,
      'mil M': thousandMillion,
      'mil millones': thousandMillion,
    },
    mil: { a: '', one: 'mil', many: 'mil', isNumeral: true },
  },
  ofCurrency: (currency) => ` de ${currency}`,
  units: {
    ...{ km: he('kilómetro'), m: he('metro'), cm: he('centímetro'), mm: he('milímetro') },
    ...{ kg: he('kilogramo'), g: he('gramo'), mg: he('miligramo'), t: she('tonelada') },
    ...{ l: he('litro'), L: he('litro'), ml: he('mililitro'), mL: he('mililitro'), cl: he('centilitro') },
    ...{
      'm²': he('metro cuadrado', 'metros cuadrados'),
      'm³': he('metro cúbico', 'metros cúbicos'),
      ha: she('hectárea'),
    },
    ...{
      'km²': he('kilómetro cuadrado', 'kilómetros cuadrados'),
      min: he('minuto'),
      s: he('segundo'),
      h: she('hora'),
    },
    ...{
      '%': he('por ciento', 'por ciento'),
      '‰': he('por mil', 'por mil'),
      '°C': he('grado Celsius', 'grados Celsius'),
    },
    ...{
      '°F': he('grado Fahrenheit', 'grados Fahrenheit'),
      '°': he('grado'),
      ºC: he('grado Celsius', 'grados Celsius'),
    },
    ...{ GB: he('gigabyte'), MB: he('megabyte'), kB: he('kilobyte'), TB: he('terabyte') },
    ...{ kW: he('kilovatio'), W: he('vatio'), kWh: he('kilovatio hora', 'kilovatios hora'), V: he('voltio') },
    ...{ Hz: he('hercio'), kHz: he('kilohercio'), MHz: he('megahercio'), GHz: he('gigahercio') },
  },
  per: (unit) => `por ${unit}`,
  months: MONTHS,
  shortMonths: [
    ...[['ene'], ['feb'], ['mar'], ['abr'], ['may'], ['jun'], ['jul'], ['ago']],
    ...[['sept', 'sep'], ['oct'], ['nov'], ['dic']],
  ],
  namedDate: (months) => `(\\d{1,2})(?: de)? (${months})(?:(?: del?)? (\\d{4}))?`,
  dateWords,
  times: [
    String.raw`(\d{1,2}):(\d{2})(?::\d{2})?(?: ?(?:h|horas)\b\.?)?`,
    String.raw`(\d{1,2})\.(\d{2}) ?h\b\.?`,
  ],
  clockWords: (hour, minute) => {
    const spoken = hour === 1 ? 'una' : hour === 21 ? 'veintiuna' : String(hour);
    return Number(minute) === 0 ? `${spoken} en punto` : `${spoken} y ${Number(minute)}`;
  },
  fractions: {
    ...{ '½': 'medio', '¼': 'un cuarto', '¾': 'tres cuartos', '⅓': 'un tercio', '⅔': 'dos tercios' },
    ...{ '⅛': 'un octavo', '⅕': 'un quinto' },
  },
  andFraction: 'y',
  upTo: 'a',
  ownForms: OWN_FORMS,
  titles: {
    ...{ Sr: 'señor', Sra: 'señora', Srta: 'señorita', Sres: 'señores', Dr: 'doctor', Dra: 'doctora' },
    ...{
      D: 'don',
      Dña: 'doña',
      Prof: 'profesor',
      Sto: 'Santo',
      Sta: 'Santa',
      Avda: 'avenida',
      Av: 'avenida',
      Pza: 'plaza',
    },
  },
  beforeNumber: {
    ...{
      núm: 'número',
      pág: 'página',
      págs: 'páginas',
      cap: 'capítulo',
      art: 'artículo',
    },
    ...{
      fig: 'figura',
      vol: 'volumen',
      tel: 'teléfono',
      aprox: 'aproximadamente',
      p: 'página',
    },
  },
  anywhere: {
    ...{ 'p. ej': 'por ejemplo', etc: 'etcétera', 'a. c': 'antes de Cristo', 'd. c': 'después de Cristo' },
    ...{
      aprox: 'aproximadamente',
      ud: 'usted',
      uds: 'ustedes',
      vd: 'usted',
      máx: 'máximo',
      mín: 'mínimo',
      tel: 'teléfono',
      's. a': 'sociedad anónima',
    },
  },
  signs: { '.': 'punto', '@': 'arroba', '/': 'barra', '-': 'guion', _: 'guion bajo' },
  operators: {
    ...{ '+': 'más', '−': 'menos', '=': 'igual a', '×': 'por', '÷': 'entre', '±': 'más menos' },
    ...{
      '≤': 'menor o igual que',
      '≥': 'mayor o igual que',
      '<': 'menor que',
      '>': 'mayor que',
      '≠': 'distinto de',
    },
  },
  minus: 'menos',
  and: 'y',
};
