import { z } from 'zod';
import { amountInput } from '../../input/amount-input.ts';
import { isVisibleText, visibleMessage } from '../../input/visible-text.ts';
import { LIMITS } from '../../limits/limits.ts';

const { maxNameChars, maxConcurrency, maxRequestsPerMinute } = LIMITS.app;
const nameMessage = `must be a string of 1 to ${maxNameChars} characters`;
const countMessage = `must be a whole number from 1 to ${maxConcurrency}`;
const rateMessage = `must be a whole number from 1 to ${maxRequestsPerMinute}, or null`;
const rate = z.int(rateMessage).min(1, rateMessage).max(maxRequestsPerMinute, rateMessage);
const count = z.int(countMessage).min(1, countMessage).max(maxConcurrency, countMessage).optional();

/** Input for a new app: the body of the admin API, and the options of the command line. */
export const newAppInput = z.object({
  name: z
    .string(nameMessage)
    .trim()
    .min(1, nameMessage)
    .max(maxNameChars, nameMessage)
    .refine(isVisibleText, visibleMessage),
  /** `7d`, `30d`, `60d`, `90d`, `permanent` or a date. */
  expires: z.string('must be a string').optional(),
  /** An ISO 8601 time; takes precedence over `expires`. */
  expiresAt: z.string('must be an ISO 8601 time').nullish(),
  ttsConcurrency: count,
  sttConcurrency: count,
  /** Calls per minute; `null` or absent: no limit. */
  requestsPerMinute: rate.nullish(),
  /** Its initial balances; `null` or absent: unlimited. */
  credits: amountInput.nullish(),
  seconds: amountInput.nullish(),
});
export type NewAppInput = z.output<typeof newAppInput>;

/** The members of an app that may be changed later; absent ones stay. */
export const appChangeInput = newAppInput
  .pick({ ttsConcurrency: true, sttConcurrency: true, requestsPerMinute: true })
  .extend({ name: newAppInput.shape.name.optional() })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'must have name, ttsConcurrency, sttConcurrency or requestsPerMinute',
  );
export type AppChangeInput = z.output<typeof appChangeInput>;
