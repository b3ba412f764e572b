import { z } from 'zod';
import { pageLimit } from '../../input/page-limit.ts';
import { LIMITS } from '../../limits/limits.ts';

/** Query of the list of apps. */
export const appQueryInput = z.object({
  /** Part of the name, any case. */
  search: z.string('must be a string').trim().optional(),
  limit: pageLimit(LIMITS.apps),
  cursor: z.string('must be a string').min(1, 'must not be empty').optional(),
});
export type AppQuery = z.output<typeof appQueryInput>;
