/** One value of each metric that a measurement yields, by the metric's name. The unit is part of the name. */
export interface Sample {
  readonly values: Readonly<Record<string, number>>;
  /** What a person may want to see beside the numbers, such as the words that were heard. */
  readonly note?: string;
}
