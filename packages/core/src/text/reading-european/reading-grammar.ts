import type { ReadingForm } from '../reading-form.ts';

/** Singular and plural of a counted noun. */
export interface Counted {
  /** The word for "one" before it: "ein", "une". */
  readonly a: string;
  readonly one: string;
  readonly many: string;
}

export interface Currency extends Counted {
  /** Absent: it has none that are mentioned in speech. */
  readonly cent?: Counted;
}

/** Full words, by their abbreviation without its last stop. */
export type Abbreviations = Readonly<Record<string, string>>;

/**
 * How a language reads written forms: the data for the forms of `createEuropeanForms`. Whole numbers stay in digits, since
 * engines read them well.
 */
export interface ReadingGrammar {
  /** Separates a number from its decimals. */
  readonly decimalMark: ',' | '.';
  /** Separates thousands, as a character class. */
  readonly groupMark: string;
  /** By sign and code. */
  readonly currencies: Readonly<Record<string, Currency>>;
  /** Between units and cents: "3 euros con 50". Absent: nothing, "3 Euro 50". */
  readonly centsAfter?: string;
  /** Millions and the like, by their written form before a currency; a numeral has nothing between: "5 mille euros". */
  readonly sizes: Readonly<Record<string, Counted & { readonly isNumeral?: boolean }>>;
  /** Between a size and a currency: "millions d'euros". Absent: a space. */
  readonly ofCurrency?: (currency: string) => string;
  readonly units: Readonly<Record<string, Counted>>;
  /** "per" in "kilometers per hour"; gets the unit that follows. */
  readonly per: (unit: string) => string;
  /** January first. */
  readonly months: readonly string[];
  /** Abbreviated months, without their stop, in the order of the months; several forms each. */
  readonly shortMonths: readonly (readonly string[])[];
  /** How a date with the name of its month is written: groups day, month, year. */
  readonly namedDate: (months: string) => string;
  readonly dateWords: (date: WrittenDate) => string;
  /** How times are written: groups hour, minute; flags `gu`. */
  readonly times: readonly string[];
  readonly clockWords: (hour: number, minute: string) => string;
  /** ½ and others, by the sign. */
  readonly fractions: Readonly<Record<string, string>>;
  /** Between a whole number and a fraction: "2 und ein halb". */
  readonly andFraction: string;
  /** "to" between two numbers. */
  readonly upTo: string;
  /** Forms by the language's own rules: ordinals, names of kings. They are tried before the rest. */
  readonly ownForms: readonly ReadingForm[];
  /** Used before a name. */
  readonly titles: Abbreviations;
  /** Used before a number. */
  readonly beforeNumber: Abbreviations;
  readonly anywhere: Abbreviations;
  /** Names of signs in addresses. */
  readonly signs: Readonly<Record<'.' | '@' | '/' | '-' | '_', string>>;
  /** Names of operators between two operands. */
  readonly operators: Readonly<Record<string, string>>;
  readonly minus: string;
  readonly and: string;
}

export interface WrittenDate {
  readonly day: number;
  /** 1 to 12. */
  readonly month: number;
  readonly year?: number | undefined;
  /** The text right before it. */
  readonly before: string;
}
