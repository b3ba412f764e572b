import { type ZodType, z } from 'zod';

/** A list; in the environment one text with commas. */
export function settingList<Item extends ZodType>(item: Item, message: string) {
  const split = (value: unknown): unknown => (typeof value === 'string' ? splitList(value) : value);
  return z.preprocess(split, z.array(item, message));
}

/** Splits a text at commas; a list is returned unchanged. */
export function splitList(value: string | string[]): string[] {
  if (typeof value !== 'string') return value;
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
