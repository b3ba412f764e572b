import { z } from 'zod';
import { isVisibleText, visibleMessage } from './visible-text.ts';

const MAX_URL_CHARS = 2048;

/** An address that a caller names. Where it leads to is checked by the egress port. */
export const callerUrl = z
  .string('must be an http or https address')
  .trim()
  .max(MAX_URL_CHARS, `must have at most ${MAX_URL_CHARS} characters`)
  .refine(isVisibleText, visibleMessage)
  .refine((text) => URL.canParse(text), 'must be an http or https address')
  .meta({ format: 'uri' });
