import { SpeechError } from '../../errors/speech-error.ts';
import type { Script } from '../../ssml/delivery.ts';
import type { PausePlan } from '../../text/pause-plan.ts';
import type { SpeechSynthesizer } from '../speech/speech-synthesizer.ts';
import { type CastingOptions, castingOf } from './cast-voices.ts';

export interface ReadScriptOptions extends CastingOptions {
  /** Code points that may be spoken. */
  readonly maxChars: number;
  readonly pauses?: PausePlan | null | undefined;
}

/**
 * Reads a request's SSML.
 *
 * @throws SpeechError `INVALID_INPUT` for what is not well-formed or says more than it may, `VOICE_NOT_FOUND`, `TEXT_NOT_SPEAKABLE`,
 * and what `options.require` throws
 */
export async function readScript(
  { catalogue, yieldToEventLoop }: Pick<SpeechSynthesizer, 'catalogue' | 'yieldToEventLoop'>,
  text: string,
  { maxChars, pauses, ...casting }: ReadScriptOptions,
): Promise<Script> {
  // Plain text never needs it, nor the parser.
  const { readSsml } = await import('../../ssml/read-ssml.ts');
  const script = await readSsml(text, {
    casting: castingOf(catalogue, casting),
    pauses: pauses ?? undefined,
    yieldToEventLoop,
  });
  if (script.characters > maxChars) {
    throw new SpeechError(
      'INVALID_INPUT',
      `text has ${script.characters} characters beside its markup; the limit is ${maxChars}.`,
      { field: 'text', limit: maxChars },
    );
  }
  if (script.passages.length === 0) throw nothingToSpeak();
  return script;
}

/** What a text is answered with that has no words at all. */
export function nothingToSpeak(): SpeechError {
  return new SpeechError('TEXT_NOT_SPEAKABLE', 'text has nothing that a voice can speak; send words.', {
    field: 'text',
  });
}
