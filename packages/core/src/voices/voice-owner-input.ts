import { z } from 'zod';

const message = 'must be an App ID, or null for everyone';

/** The body of `POST /admin/v1/voices/{code}/owner`. */
export const voiceOwnerInput = z.object({
  appId: z
    .string(message)
    .min(1, message)
    .nullable()
    .meta({ description: 'The only app that sees and uses the voice from now on. `null`: every app again.' }),
});
