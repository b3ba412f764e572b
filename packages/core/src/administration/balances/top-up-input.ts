import { z } from 'zod';
import { amountInput } from '../../input/amount-input.ts';

const added = amountInput.refine((text) => Number(text) > 0, 'must be above 0').optional();

/** Body of a top-up: credits, seconds or both. */
export const topUpInput = z
  .object({ credits: added, seconds: added })
  .refine(
    ({ credits, seconds }) => credits !== undefined || seconds !== undefined,
    'must have credits, seconds or both',
  );
