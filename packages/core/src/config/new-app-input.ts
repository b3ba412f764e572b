import { z } from 'zod';

const nameMessage = 'must be a string of 1 to 100 characters';
const countMessage = 'must be a whole number from 1 to 10000';
const count = z.int(countMessage).min(1, countMessage).max(10_000, countMessage).optional();

/** A limit that cannot be kept yet is refused: dropped in silence, it would give more than was asked. */
const notYet = z
  .null('is not available yet: it needs durable storage. Leave it out for unlimited')
  .optional();

/** What an app is created from: the admin API's body and the command line's options alike. */
export const newAppInput = z.object({
  name: z.string(nameMessage).trim().min(1, nameMessage).max(100, nameMessage),
  /** `7d`, `30d`, `60d`, `90d`, `permanent` or a date. */
  expires: z.string('must be a string').optional(),
  /** An ISO 8601 time; goes before `expires`. */
  expiresAt: z.string('must be an ISO 8601 time').nullish(),
  ttsConcurrency: count,
  sttConcurrency: count,
  credits: notYet,
  seconds: notYet,
});
export type NewAppInput = z.output<typeof newAppInput>;
