import { z } from 'zod';

/** The query of calls that remove a model or a voice pack. */
export const removalInput = z.object({
  force: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((value) => value === 'true')
    .meta({ description: 'Also where it is in use.' }),
});
