import { z } from 'zod';

export const oneOf = (values: readonly (number | string)[]): string => `must be one of ${values.join(', ')}`;

const rangeMessage = (min: number, max: number, unit = ''): string =>
  `must be a number from ${min} to ${max}${unit}`;

export const numberBetween = (min: number, max: number, unit = '') =>
  z
    .number(rangeMessage(min, max, unit))
    .min(min, rangeMessage(min, max, unit))
    .max(max, rangeMessage(min, max, unit));
