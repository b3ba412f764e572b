import { z } from 'zod';
import { OUTPUT_FORMATS } from '../../audio/output-format.ts';
import { callerUrl } from '../../input/caller-url.ts';
import { oneOf } from '../../input/number-input.ts';
import { LIMITS } from '../../limits/limits.ts';
import {
  type BatchSynthesisInput,
  bitrate,
  sampleRate,
  speed,
  trimmedText,
  voiceCode,
} from './synthesis-input.ts';

const RESPONSE_TYPES = ['indirect', 'direct'] as const;
const NUMERIC = /^\s*\d+(?:\.\d+)?\s*$/;

/** Accepts a number or its digits as text, since old clients send either. The rule refuses everything else. */
const lenient = <Schema extends z.ZodType>(rule: Schema) =>
  z
    .preprocess((value) => (typeof value === 'string' && NUMERIC.test(value) ? Number(value) : value), rule)
    .meta({ alsoDigits: true });

/** Body of the legacy Create speech. Unknown members are dropped. */
export const legacySynthesisInput = z.object({
  response_type: z.enum(RESPONSE_TYPES, oneOf(RESPONSE_TYPES)).default('indirect'),
  callback_url: callerUrl.optional(),
  input_text: trimmedText(LIMITS.synthesis.maxBatchTextChars),
  voice_code: voiceCode,
  audio_type: z.enum(OUTPUT_FORMATS, oneOf(OUTPUT_FORMATS)).default('mp3'),
  bitrate: lenient(bitrate),
  speed_rate: lenient(speed),
  sample_rate: lenient(sampleRate),
});
export type LegacySynthesisInput = z.output<typeof legacySynthesisInput>;

/** The same request in the form of the current batch body. */
export function batchOfLegacy(input: LegacySynthesisInput): BatchSynthesisInput {
  return {
    text: input.input_text,
    voiceCode: input.voice_code,
    outputFormat: input.audio_type,
    bitrate: input.bitrate,
    speed: input.speed_rate,
    sampleRate: input.sample_rate,
    webhookUrl: input.callback_url,
  };
}
