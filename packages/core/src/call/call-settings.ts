import { z } from 'zod';
import { callerUrl } from '../input/caller-url.ts';
import { languageInput } from '../input/language-input.ts';
import { parseInput } from '../input/parse-input.ts';
import { LIMITS } from '../limits/limits.ts';

const { maxMessageChars } = LIMITS.speechStream;

/** The parameters that Parlance knows; they arrive as text. */
const callSettings = z.object({
  /** Spoken at the beginning of the call. */
  greeting: z
    .string()
    .trim()
    .max(maxMessageChars, `has more than ${maxMessageChars} characters; that is the limit`)
    .optional(),
  /** Absent: the service's default voice. */
  voiceCode: z.string().trim().min(1, 'must not be empty').optional(),
  /** The caller's language. Absent: that of the first recognizer. */
  language: languageInput.optional(),
  /** Where the transcript is sent when the call is over. */
  webhookUrl: callerUrl.optional(),
  /** Whether speech stops when the caller speaks. */
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

/** The parameters that Parlance does not know. */
export function otherParameters(parameters: Readonly<Record<string, string>>): Record<string, string> {
  const others = Object.entries(parameters).filter(([name]) => !Object.hasOwn(callSettings.shape, name));
  return Object.fromEntries(others);
}
