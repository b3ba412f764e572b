import { z } from 'zod';
import { named } from '../kit/named-schema.ts';
import { time } from './times.ts';

/** A token that is valid for minutes. */
export const shortToken = named(
  'ShortToken',
  z.strictObject({ appId: z.string(), token: z.string(), expiresAt: time }),
);
