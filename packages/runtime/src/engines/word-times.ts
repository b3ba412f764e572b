import type { RecognitionEngine, TextAligner } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { WordTimes } from '@parlance/core/recognition';
import { isSameLanguage } from '@parlance/core/text';
import type { Engines } from './engines.ts';

/**
 * Finds who times the words of what an engine recognizes.
 *
 * @param language of the recording; `undefined`: the engine's, if it has but one
 * @param field of the request that asks for them, for messages
 * @returns `undefined` for an engine that tells the times itself
 * @throws SpeechError `INVALID_INPUT` where they cannot be had
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
  if (languageCode === '*')
    throw refuse('To find the times of words, the language has to be named: set language.');
  const aligner = alignerFor({ alignment }, languageCode);
  if (aligner === undefined) throw refuse(`No plugin of this service finds word timings in ${languageCode}.`);
  return { aligner, languageCode };
}

/** Whether the times of words can be had of a recognizer by a call that names no language. */
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

/** @returns who finds words in speech of a language; `undefined`: nobody */
export function alignerFor(
  { alignment }: Pick<Engines, 'alignment'>,
  languageCode: string,
): TextAligner | undefined {
  return alignment.find((one) =>
    one.capabilities.languages.some((language) => isSameLanguage(language, languageCode)),
  );
}
