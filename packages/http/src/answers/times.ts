import { z } from 'zod';

/** A time in answers. */
export const time = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' });
export const maybeTime = time.nullable();
export const seconds = z.number().min(0).meta({ description: 'Seconds.' });
