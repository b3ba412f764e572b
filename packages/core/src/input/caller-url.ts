import { z } from 'zod';
import { LIMITS } from '../limits/limits.ts';
import { isVisibleText, visibleMessage } from './visible-text.ts';

/** An address that a caller supplies. The egress port checks where it leads. */
export const callerUrl = z
  .string('must be an http or https address')
  .trim()
  .max(LIMITS.url.maxChars, `must have at most ${LIMITS.url.maxChars} characters`)
  .refine(isVisibleText, visibleMessage)
  .refine((text) => URL.canParse(text), 'must be an http or https address')
  .meta({ format: 'uri' });
