import { z } from 'zod';
import { LIMITS } from '../../limits/limits.ts';

const { minLifeSeconds, maxLifeSeconds, defaultLifeSeconds, maxUses } = LIMITS.clientToken;
const lifeMessage = `must be a whole number of seconds from ${minLifeSeconds} to ${maxLifeSeconds}`;
const usesMessage = `must be a whole number from 1 to ${maxUses}, or null`;

/** Input for a new client token. */
export const clientTokenInput = z.object({
  expiresInSeconds: z
    .int(lifeMessage)
    .min(minLifeSeconds, lifeMessage)
    .max(maxLifeSeconds, lifeMessage)
    .default(defaultLifeSeconds),
  /** For how many calls and connections it is valid; `null` or absent: any number. */
  maxUses: z.int(usesMessage).min(1, usesMessage).max(maxUses, usesMessage).nullish(),
});
export type ClientTokenInput = z.output<typeof clientTokenInput>;
