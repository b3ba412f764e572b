import { type ZodType, z } from 'zod';

/** A list that the environment writes as one text with commas. */
export function settingList<Item extends ZodType>(item: Item, message: string) {
  const split = (value: unknown): unknown => (typeof value === 'string' ? splitList(value) : value);
  return z.preprocess(split, z.array(item, message));
}

/** The parts of a text with commas; a list stays what it is. */
export function splitList(value: string | string[]): string[] {
  if (typeof value !== 'string') return value;
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
