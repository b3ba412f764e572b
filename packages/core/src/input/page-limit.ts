import { z } from 'zod';

/** `limit` of a list's query: a whole number in digits, within the list's bounds. */
export function pageLimit({
  minPage,
  maxPage,
  defaultPage,
}: Readonly<Record<'minPage' | 'maxPage' | 'defaultPage', number>>) {
  const message = `must be an integer from ${minPage} to ${maxPage}`;
  return z
    .string(message)
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .refine((value) => value >= minPage && value <= maxPage, message)
    .default(defaultPage)
    .meta({ type: 'integer', minimum: minPage, maximum: maxPage, description: `Default ${defaultPage}.` });
}
