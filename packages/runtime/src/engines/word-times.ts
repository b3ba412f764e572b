import type { RecognitionEngine, TextAligner } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { WordTimes } from '@parlance/core/recognition';
import { isSameLanguage } from '@parlance/core/text';
import type { Engines } from './engines.ts';

/**
 * Finds the source of word timings for the results of a recognizer.
 *
 * @param language of the recording; `undefined`: the engine's language, if it has only one
 * @param field the field of the request that asks for them, for messages
 * @returns the aligner; `undefined` if the recognizer returns timings itself
 * @throws SpeechError `INVALID_INPUT` if they are not available
 */
export function findWordTimes(
  { alignment }: Pick<Engines, 'alignment'>,
  { id, capabilities }: RecognitionEngine,
  { language, field }: { readonly language: string | undefined; readonly field: string },
): WordTimes | undefined {
  if (capabilities.tokenTimes) return undefined;
  const refuse = (message: string): SpeechError => new SpeechError('INVALID_INPUT', message, { field });
  if (alignment.length === 0) {
    throw refuse(
      `The recognizer ${id} has no word timings, and no plugin of this service finds them: install @parlance/plugin-espeak-ng, for English @parlance/plugin-soundswallower too, or do not ask for words.`,
    );
  }
  const languageCode = language ?? onlyLanguageOf(capabilities);
  if (languageCode === '*') throw refuse('Word timings need a language: set language.');
  const aligner = alignerFor({ alignment }, languageCode);
  if (aligner === undefined) throw refuse(`No plugin of this service finds word timings in ${languageCode}.`);
  return { aligner, languageCode };
}

/** Whether a call that names no language can get word timings with a recognizer. */
export function tellsWordTimes(
  { alignment }: Pick<Engines, 'alignment'>,
  { capabilities }: RecognitionEngine,
): boolean {
  return capabilities.tokenTimes || alignerFor({ alignment }, onlyLanguageOf(capabilities)) !== undefined;
}

/** `*` for a recognizer of several languages. */
function onlyLanguageOf({ languages }: RecognitionEngine['capabilities']): string {
  const [only = '*', ...others] = languages;
  return others.length === 0 ? only : '*';
}

/** @returns the aligner for a language; `undefined` if there is none */
export function alignerFor(
  { alignment }: Pick<Engines, 'alignment'>,
  languageCode: string,
): TextAligner | undefined {
  return alignment.find((one) =>
    one.capabilities.languages.some((language) => isSameLanguage(language, languageCode)),
  );
}
