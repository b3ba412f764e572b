import { STREAM_CONTAINERS } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { numberBetween } from '@parlance/core/input';
import { timings, trimmedText } from '@parlance/core/synthesis';
import { z } from 'zod';

/** OpenAI's limit, in code points. */
export const MAX_INPUT_CHARS = 4096;

/** OpenAI's limits, which are wider than those of our own interface. */
const [MIN_SPEED, MAX_SPEED] = [0.25, 4];

const formats = `must be one of ${STREAM_CONTAINERS.join(', ')}`;
const name = z.string('must be a string').trim().min(1, 'must not be empty');

/** Body of Create speech. `instructions` is accepted but has no effect; unknown members are dropped. `timings` is our extension. */
export const speechBody = z.object({
  model: name,
  input: trimmedText(MAX_INPUT_CHARS),
  voice: z.union([name, z.object({ id: name }).transform(({ id }) => id)], 'must be the name of a voice'),
  response_format: z.enum(STREAM_CONTAINERS, formats).default('mp3'),
  speed: numberBetween(MIN_SPEED, MAX_SPEED).default(1).meta({ description: 'Reading speed.' }),
  stream_format: z.enum(['audio', 'sse'], 'must be "audio" or "sse"').default('audio'),
  timings,
});

/** @throws SpeechError `INVALID_INPUT` */
export function refuseTimingsOfAudio(body: z.output<typeof speechBody>): void {
  if (body.timings === undefined || body.stream_format === 'sse') return;
  const message = 'timings needs stream_format "sse", since plain audio cannot contain words.';
  throw new SpeechError('INVALID_INPUT', message, { field: 'timings' });
}
