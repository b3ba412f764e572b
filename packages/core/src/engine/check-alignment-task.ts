import { SpeechError } from '../errors/speech-error.ts';
import type { AlignmentTask } from './text-aligner.ts';

const MIN_RATE_HZ = 8000;
/** Nobody speaks faster: a longer text cannot be what was said. */
const MAX_CHARS_PER_SECOND = 60;
const LEAST_MAX_CHARS = 300;

/**
 * Refuses what every {@link TextAligner} must refuse: speech longer than its limit or below 8 000 Hz, a text that is too long to have been said in that
 * time, and ranges that are out of order, empty or outside the text.
 *
 * @param maxSeconds of the aligner's capabilities
 * @throws SpeechError `INVALID_INPUT`
 */
export function checkAlignmentTask(
  { samples, sampleRateHz, text, words }: AlignmentTask,
  { maxSeconds }: { readonly maxSeconds: number },
): void {
  const refuse = (message: string, field: string): never => {
    throw new SpeechError('INVALID_INPUT', message, { field });
  };
  if (!(sampleRateHz >= MIN_RATE_HZ))
    refuse(`The samples have ${sampleRateHz} Hz; at least ${MIN_RATE_HZ} are needed.`, 'sampleRateHz');
  const seconds = samples.length / sampleRateHz;
  if (seconds > maxSeconds)
    refuse(`The speech lasts ${seconds.toFixed(1)} seconds; the limit is ${maxSeconds}.`, 'samples');
  const maxChars = Math.max(LEAST_MAX_CHARS, Math.ceil(seconds * MAX_CHARS_PER_SECOND));
  if (text.length > maxChars)
    refuse(`The text has ${text.length} characters; speech so short has at most ${maxChars}.`, 'text');
  let reached = 0;
  for (const { start, end } of words) {
    if (start < reached || end <= start || end > text.length)
      refuse(
        'words must be ranges of the text: in order, apart from each other, none of them empty.',
        'words',
      );
    reached = end;
  }
}
