import type { ReadingForm } from '../reading-form.ts';

/** Singular and plural of what is counted. */
export interface Counted {
  /** "one" before it: "ein", "une". */
  readonly a: string;
  readonly one: string;
  readonly many: string;
}

export interface Currency extends Counted {
  /** Absent: it has none that are spoken of. */
  readonly cent?: Counted;
}

/** Words cut short, by how they are written without a last stop. */
export type Abbreviations = Readonly<Record<string, string>>;

/**
 * What a language says for what is written: the data that the forms of `createEuropeanForms` read by. Whole numbers stay in digits, since
 * engines read them well.
 */
export interface ReadingGrammar {
  /** Between a number and its decimals. */
  readonly decimalMark: ',' | '.';
  /** Between thousands, as a character class. */
  readonly groupMark: string;
  /** By sign and code. */
  readonly currencies: Readonly<Record<string, Currency>>;
  /** Between units and cents: "3 euros con 50". Absent: nothing, "3 Euro 50". */
  readonly centsAfter?: string;
  /** Millions and the like, by how they are written before a currency. */
  readonly sizes: Readonly<Record<string, Counted>>;
  /** Between a size and a currency: "millions d'euros". Absent: a space. */
  readonly ofCurrency?: (currency: string) => string;
  readonly units: Readonly<Record<string, Counted>>;
  /** "per" in "kilometers per hour"; told what follows. */
  readonly per: (unit: string) => string;
  /** January first. */
  readonly months: readonly string[];
  /** Months cut short, without their stop, in the order of the months. More than one way each. */
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
  /** What is read by rules of the language's own: ordinals, names of kings. They come before the rest. */
  readonly ownForms: readonly ReadingForm[];
  /** Before a name. */
  readonly titles: Abbreviations;
  /** Before a number. */
  readonly beforeNumber: Abbreviations;
  readonly anywhere: Abbreviations;
  /** Of addresses. */
  readonly signs: Readonly<Record<'.' | '@' | '/' | '-' | '_', string>>;
  /** Between two operands. */
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
