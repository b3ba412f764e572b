/** A table of the report; cells are Markdown. */
export interface TableSection {
  readonly kind: 'table';
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Bar {
  /** The series it belongs to: the same name is the same colour in every group. */
  readonly series: string;
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export interface BarGroup {
  readonly title: string;
  readonly bars: readonly Bar[];
}

/** A chart of horizontal bars with a whisker from the least to the greatest measurement. */
export interface ChartSection {
  readonly kind: 'chart';
  /** Kebab-case name of the file, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  /** Digits after the point in labels. Default 0. */
  readonly digits?: number;
  readonly groups: readonly BarGroup[];
  /** Lines across all groups, such as an aim. */
  readonly guides?: readonly { readonly at: number; readonly label: string }[];
}

/** A chart of lines on two logarithmic scales, for what ranges over powers of ten. */
export interface LinesSection {
  readonly kind: 'lines';
  /** Kebab-case name of the file, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly acrossTitle: string;
  readonly series: readonly {
    readonly name: string;
    /** In rising order; `across` above 0. Values below the scale are drawn at its foot. */
    readonly points: readonly { readonly across: number; readonly value: number }[];
  }[];
}

/** What the numbers say, in a sentence or two of Markdown. */
export interface TextSection {
  readonly kind: 'text';
  readonly text: string;
}

export type Section = TableSection | ChartSection | LinesSection | TextSection;
