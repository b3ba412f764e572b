import { z } from 'zod';

/** The query of `DELETE /admin/v1/models/{modelId}`. */
export const modelRemovalInput = z.object({
  force: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((value) => value === 'true')
    .meta({ description: 'Also where it is in use.' }),
});
