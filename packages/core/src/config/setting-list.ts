import { type ZodType, z } from 'zod';

/** A list that the environment writes as one text with commas. */
export function settingList<Item extends ZodType>(item: Item, message: string) {
  const split = (value: unknown): unknown =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== '')
      : value;
  return z.preprocess(split, z.array(item, message));
}
