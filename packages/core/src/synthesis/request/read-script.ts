import { SpeechError } from '../../errors/speech-error.ts';
import type { Script } from '../../ssml/delivery.ts';
import type { PausePlan } from '../../text/pause-plan.ts';
import type { SpeechSynthesizer } from '../speech/speech-synthesizer.ts';
import { type CastingOptions, castingOf } from './cast-voices.ts';

export interface ReadScriptOptions extends CastingOptions {
  /** How many code points may be spoken. */
  readonly maxChars: number;
  readonly pauses?: PausePlan | null | undefined;
}

/**
 * Reads a request's SSML.
 *
 * @throws SpeechError `INVALID_INPUT` if it is not well-formed or too long, `VOICE_NOT_FOUND`, `TEXT_NOT_SPEAKABLE`,
 * and what `options.require` throws
 */
export async function readScript(
  { catalogue, yieldToEventLoop }: Pick<SpeechSynthesizer, 'catalogue' | 'yieldToEventLoop'>,
  text: string,
  { maxChars, pauses, ...casting }: ReadScriptOptions,
): Promise<Script> {
  // Imported late, since plain text needs neither this nor the parser.
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

/** The error for a text without any words. */
export function nothingToSpeak(): SpeechError {
  return new SpeechError('TEXT_NOT_SPEAKABLE', 'text has nothing that a voice can speak; send words.', {
    field: 'text',
  });
}
