import { z } from 'zod';
import { callerUrl } from '../input/caller-url.ts';
import { languageInput } from '../input/language-input.ts';
import { parseInput } from '../input/parse-input.ts';
import { LIMITS } from '../limits/limits.ts';

const { maxMessageChars } = LIMITS.speechStream;

/** Parameters that Parlance knows; they come as text. */
const callSettings = z.object({
  /** Spoken when the call begins. */
  greeting: z
    .string()
    .trim()
    .max(maxMessageChars, `has more than ${maxMessageChars} characters; that is the limit`)
    .optional(),
  /** Absent: the service's. */
  voiceCode: z.string().trim().min(1, 'must not be empty').optional(),
  /** What the caller speaks. Absent: what the first recognizer hears. */
  language: languageInput.optional(),
  /** Who is sent the transcript when the call is over. */
  webhookUrl: callerUrl.optional(),
  /** Whether the call falls silent when the caller speaks. */
  bargeIn: z
    .union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })], 'must be "true" or "false"')
    .default(true),
});
export type CallSettings = z.output<typeof callSettings>;
export type CallSettingsInput = z.input<typeof callSettings>;

/** @throws SpeechError `INVALID_INPUT` (or `code`), naming the parameter */
export function parseCallSettings(
  parameters: Readonly<Record<string, unknown>>,
  code?: 'INVALID_CONFIG',
): CallSettings {
  return parseInput(callSettings, parameters, code);
}

/** Those that are not Parlance's. */
export function otherParameters(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !(name in callSettings.shape)));
}
