import { z } from 'zod';

const message = 'must be a number from 0 to 999999999999, with at most 9 decimals';
/** Decimals that the ledger can add exactly; exponent form is not accepted. */
const DECIMAL = /^\d{1,12}(?:\.\d{1,9})?$/;

/** Credits or seconds, as a number or, if a number would be rounded, as a decimal string. Parsed to the string. */
export const amountInput = z
  .union([z.number(message), z.string(message)], message)
  .transform(String)
  .refine((text) => DECIMAL.test(text), message)
  .meta({
    description: 'A number, or its digits as a string where a number would be rounded; at most 9 decimals.',
  });
