import { languageInput, parseInput } from '@parlance/core/input';
import type { FormFields } from '@parlance/http/kit';
import { z } from 'zod';

export const TRANSCRIPT_FORMATS = ['json', 'text', 'srt', 'vtt', 'verbose_json'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

const MAX_PROMPT_CHARS = 20_000;
const temperatureMessage = 'must be a number from 0 to 1';
const granularities = z.enum(['word', 'segment'], 'must be "word" or "segment"');

/**
 * The text fields of Create transcription. `prompt` and `temperature` are accepted but have no effect, since no engine here supports them.
 * Unknown fields are dropped.
 */
export const transcriptionForm = z.object({
  model: z.string('must be a string').trim().min(1, 'must not be empty'),
  language: languageInput.optional(),
  prompt: z.string().max(MAX_PROMPT_CHARS, `must have at most ${MAX_PROMPT_CHARS} characters`).optional(),
  response_format: z
    .enum(TRANSCRIPT_FORMATS, `must be one of ${TRANSCRIPT_FORMATS.join(', ')}`)
    .default('json'),
  temperature: z.coerce
    .number(temperatureMessage)
    .min(0, temperatureMessage)
    .max(1, temperatureMessage)
    .optional(),
  'timestamp_granularities[]': z.array(granularities).default(['segment']),
  stream: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false'], 'must be true or false'))
    .default('false')
    .transform((text) => text === 'true'),
});
export type TranscriptionForm = z.output<typeof transcriptionForm>;

/** Fields that may be given several times. */
const LISTS = new Set(['timestamp_granularities', 'timestamp_granularities[]']);

export function createFormFields(): FormFields<TranscriptionForm> {
  const fields: Record<string, string | string[]> = Object.create(null);
  return {
    add(name, value) {
      if (!LISTS.has(name)) {
        parseInput(transcriptionForm.partial(), { [name]: value });
        fields[name] = value;
        return;
      }
      const list = fields['timestamp_granularities[]'];
      fields['timestamp_granularities[]'] = [...(Array.isArray(list) ? list : []), value];
    },
    parse: () => parseInput(transcriptionForm, { ...fields }),
  };
}
