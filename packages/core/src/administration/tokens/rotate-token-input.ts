import { z } from 'zod';
import { LIMITS } from '../../limits/limits.ts';

const { maxGraceSeconds } = LIMITS.appToken;
const message = `must be a whole number of seconds from 0 to ${maxGraceSeconds}`;

/** How a token is replaced. */
export const rotateTokenInput = z.object({
  /** How long the old token may still be used; 0: it expires at once. */
  graceSeconds: z.int(message).min(0, message).max(maxGraceSeconds, message).default(0),
});
export type RotateTokenInput = z.output<typeof rotateTokenInput>;
