/** The singular, and the plural if it is not the singular with an "s". */
type UnitName = string | readonly [one: string, many: string];

const same = (name: string): UnitName => [name, name];

/** By symbol, in which case matters. */
const UNITS: Readonly<Record<string, UnitName>> = {
  ...{ km: 'kilometer', m: 'meter', cm: 'centimeter', mm: 'millimeter', µm: 'micrometer', nm: 'nanometer' },
  ...{ mi: 'mile', yd: 'yard', ft: ['foot', 'feet'], 'in.': ['inch', 'inches'], nmi: 'nautical mile' },
  ...{
    t: 'ton',
    kg: 'kilogram',
    g: 'gram',
    mg: 'milligram',
    µg: 'microgram',
    lb: 'pound',
    lbs: 'pound',
    oz: 'ounce',
  },
  ...{ l: 'liter', L: 'liter', dl: 'deciliter', cl: 'centiliter', ml: 'milliliter', mL: 'milliliter' },
  ...{ gal: 'gallon', tbsp: 'tablespoon', tsp: 'teaspoon', ha: 'hectare' },
  ...{
    s: 'second',
    h: 'hour',
    hr: 'hour',
    hrs: 'hour',
    min: 'minute',
    mins: 'minute',
    sec: 'second',
    secs: 'second',
  },
  ...{
    ms: 'millisecond',
    µs: 'microsecond',
    ns: 'nanosecond',
    wk: 'week',
    yr: 'year',
    yrs: 'year',
    mo: 'month',
  },
  ...{
    Hz: same('hertz'),
    kHz: same('kilohertz'),
    MHz: same('megahertz'),
    GHz: same('gigahertz'),
    THz: same('terahertz'),
  },
  ...{
    W: 'watt',
    kW: 'kilowatt',
    MW: 'megawatt',
    GW: 'gigawatt',
    Wh: 'watt hour',
    kWh: 'kilowatt hour',
    MWh: 'megawatt hour',
  },
  ...{ V: 'volt', kV: 'kilovolt', mV: 'millivolt', mA: 'milliampere', mAh: 'milliampere hour', Ω: 'ohm' },
  ...{
    J: 'joule',
    kJ: 'kilojoule',
    kcal: 'kilocalorie',
    cal: 'calorie',
    N: 'newton',
    Pa: 'pascal',
    kPa: 'kilopascal',
  },
  ...{ hPa: 'hectopascal', bar: 'bar', dB: 'decibel', bpm: ['beat per minute', 'beats per minute'] },
  ...{ kB: 'kilobyte', KB: 'kilobyte', MB: 'megabyte', GB: 'gigabyte', TB: 'terabyte', PB: 'petabyte' },
  ...{
    KiB: 'kibibyte',
    MiB: 'mebibyte',
    GiB: 'gibibyte',
    TiB: 'tebibyte',
    kbit: 'kilobit',
    Mbit: 'megabit',
    Gbit: 'gigabit',
  },
  ...{
    kbps: ['kilobit per second', 'kilobits per second'],
    Mbps: ['megabit per second', 'megabits per second'],
  },
  ...{ Gbps: ['gigabit per second', 'gigabits per second'], fps: ['frame per second', 'frames per second'] },
  ...{ mph: ['mile per hour', 'miles per hour'], kph: ['kilometer per hour', 'kilometers per hour'] },
  ...{ rpm: ['revolution per minute', 'revolutions per minute'], dpi: ['dot per inch', 'dots per inch'] },
  ...{ psi: same('p.s.i.'), px: 'pixel', mol: 'mole', ppm: ['part per million', 'parts per million'] },
  ...{
    '°C': ['degree Celsius', 'degrees Celsius'],
    '°F': ['degree Fahrenheit', 'degrees Fahrenheit'],
    '°': 'degree',
  },
  ...{ '%': same('percent'), '‰': same('per mille') },
};
/** Symbols that are also words or letters: they need a space or a decimal number before them, and "in" its stop. */
export const SECOND = 's';
export const INCH = 'in.';
const TIMES = new Set(['s', 'h', 'min', 'sec', 'ms']);
const WORDS_AFTER_PER: Readonly<Record<string, string>> = { s: 'second', d: 'day', wk: 'week', pc: 'piece' };
/** Symbols that would be mistaken for words and names if a space separated them from the number. */
const MULTIPLES: Readonly<Record<string, string>> = { M: 'million', bn: 'billion', B: 'billion' };

const bySize = (names: readonly string[]): string =>
  names.toSorted((one, other) => other.length - one.length).join('|');

/** Symbols, the longest first, and the powers that may follow. */
export const UNIT_SYMBOL = `(?:${bySize(Object.keys(UNITS)).replace('.', '\\.')})`;
export const MULTIPLE_SYMBOL = `(?:${bySize(Object.keys(MULTIPLES))})`;

export function multipleName(symbol: string): string {
  return MULTIPLES[symbol] ?? symbol;
}

export interface WrittenUnit {
  readonly symbol: string;
  readonly power?: string | undefined;
  /** After a slash. */
  readonly per?: string | undefined;
  readonly perPower?: string | undefined;
}

/** "kilograms per square meter", "meters per second squared". */
export function unitWords({ symbol, power, per, perPower }: WrittenUnit, isOne: boolean): string {
  const name = `${powerPrefix(power)}${nameOf(symbol, isOne)}`;
  if (per === undefined) return name;
  const isTime = TIMES.has(per) && perPower !== undefined;
  const perName = isTime
    ? `${perWords(per)} ${perPower === '³' ? 'cubed' : 'squared'}`
    : `${powerPrefix(perPower)}${perWords(per)}`;
  return `${name} per ${perName}`;
}

/** The full name of a unit after a slash: "month", "kilogram" for "kg". */
export function perWords(symbol: string): string {
  if (Object.hasOwn(WORDS_AFTER_PER, symbol)) return WORDS_AFTER_PER[symbol] ?? symbol;
  return Object.hasOwn(UNITS, symbol) ? nameOf(symbol, true) : symbol;
}

function nameOf(symbol: string, isOne: boolean): string {
  const name = UNITS[symbol] ?? symbol;
  if (typeof name !== 'string') return isOne ? name[0] : name[1];
  return isOne ? name : `${name}s`;
}

function powerPrefix(power: string | undefined): string {
  if (power === undefined) return '';
  return power === '³' ? 'cubic ' : 'square ';
}
