import { z } from 'zod';
import { LIMITS } from '../domain/limits.ts';

const { minPage, maxPage, defaultPage } = LIMITS.apps;
const limitMessage = `must be an integer from ${minPage} to ${maxPage}`;

/** Query of the list of apps. */
export const appQueryInput = z.object({
  /** Part of the name, any case. */
  search: z.string('must be a string').trim().optional(),
  limit: z
    .string(limitMessage)
    .regex(/^\d{1,4}$/, limitMessage)
    .transform(Number)
    .refine((value) => value >= minPage && value <= maxPage, limitMessage)
    .default(defaultPage),
  cursor: z.string('must be a string').min(1, 'must not be empty').optional(),
});
export type AppQuery = z.output<typeof appQueryInput>;
