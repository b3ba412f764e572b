import type { RecognitionEngine, TextAligner, VoiceActivityDetector } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { createDecodePace, type DecodePace, type RecognizeSpeechPorts } from '@parlance/core/recognition';
import { nodeClock } from '../composition/node-clock.ts';
import type { Engines } from './engines.ts';

/**
 * What recognition works with. Only live calls use the pace.
 *
 * @param language and model, as {@link recognizerFor} takes them
 * @throws SpeechError `ENGINE_UNAVAILABLE`, `LANGUAGE_NOT_SUPPORTED`
 */
export function recognitionParts(engines: Engines, language?: string, model?: string): RecognizeSpeechPorts {
  const recognizer = recognizerFor(engines, language, model);
  return { recognizer, voiceActivity: voiceActivityOf(engines), pace: paceOf(recognizer) };
}

/**
 * The same with the times of words: the recognizer's own, or those that an aligner finds.
 *
 * @param language of the recording; `undefined`: the recognizer's, if it has but one
 * @param field of the request that asks for them, for messages
 * @throws SpeechError `INVALID_INPUT` where they cannot be had
 */
export function wordTimedParts(
  { alignment }: Pick<Engines, 'alignment'>,
  parts: RecognizeSpeechPorts,
  { language, field }: { readonly language: string | undefined; readonly field: string },
): RecognizeSpeechPorts {
  const { id, capabilities } = parts.recognizer;
  if (capabilities.tokenTimes) return parts;
  const refuse = (message: string): SpeechError => new SpeechError('INVALID_INPUT', message, { field });
  if (alignment.length === 0) {
    throw refuse(
      `The recognizer ${id} tells no times of words, and no plugin of this service finds them: install @parlance/plugin-espeak-ng, or do not ask for words.`,
    );
  }
  const languageCode = language ?? onlyLanguageOf(capabilities);
  if (languageCode === '*')
    throw refuse('To find the times of words, the language has to be named: set language.');
  const aligner = alignerFor({ alignment }, languageCode);
  if (aligner === undefined)
    throw refuse(`No plugin of this service finds the times of words in ${languageCode}.`);
  return { ...parts, wordTimes: { aligner, languageCode } };
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
  const primary = languageCode.split('-')[0] ?? '';
  return alignment.find((one) => one.capabilities.languages.includes(primary));
}

/**
 * @param language BCP 47, such as `en-US`; `undefined`: the first recognizer
 * @param model id of a model: if a recognizer runs it, only that one is considered
 * @throws SpeechError `ENGINE_UNAVAILABLE` when no plugin recognizes, `LANGUAGE_NOT_SUPPORTED`
 */
export function recognizerFor(engines: Engines, language?: string, model?: string): RecognitionEngine {
  if (engines.recognition.length === 0) {
    throw new SpeechError(
      'ENGINE_UNAVAILABLE',
      'No plugin of this service recognizes speech; add one to plugins.',
    );
  }
  const primary = language?.split('-')[0];
  const named = engines.recognition.filter((engine) => model !== undefined && engine.model === model);
  const candidates = named.length > 0 ? named : engines.recognition;
  const engine = candidates.find(
    ({ capabilities }) =>
      primary === undefined ||
      capabilities.languages.includes(primary) ||
      capabilities.languages.includes('*'),
  );
  if (engine === undefined) {
    const known = [...new Set(candidates.flatMap(({ capabilities }) => capabilities.languages))];
    throw new SpeechError(
      'LANGUAGE_NOT_SUPPORTED',
      `language ${String(language)} is not recognized ${named.length > 0 ? `by ${model}` : 'here'}; the languages are ${known.join(', ')}.`,
      { field: 'language' },
    );
  }
  return engine;
}

/** @throws SpeechError `ENGINE_UNAVAILABLE` */
function voiceActivityOf(engines: Engines): VoiceActivityDetector {
  if (engines.voiceActivity === undefined) {
    throw new SpeechError(
      'ENGINE_UNAVAILABLE',
      'No plugin of this service detects voice activity; add one to plugins.',
    );
  }
  return engines.voiceActivity;
}

/** Calls that share a recognizer share its pace. */
const paces = new WeakMap<RecognitionEngine, DecodePace>();

function paceOf(recognizer: RecognitionEngine): DecodePace {
  const known = paces.get(recognizer);
  if (known !== undefined) return known;
  const { concurrency } = recognizer.capabilities;
  const pace = createDecodePace({ clock: nodeClock, concurrency });
  paces.set(recognizer, pace);
  return pace;
}
