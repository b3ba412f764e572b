import { z } from 'zod';
import { LIMITS } from '../../limits/limits.ts';

const message = 'must be a string of 1 to 1000 characters';

/** Body of signing in, and of setting the password. */
export const signInInput = z.object({
  password: z.string(message).min(1, message).max(LIMITS.adminPassword.maxTriedChars, message),
});
