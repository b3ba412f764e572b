import type { RecognizeSpeechPorts } from '@parlance/core/recognition';
import type { Engines } from './engines.ts';
import { recognitionParts, wordTimedParts } from './recognition-parts.ts';

/** Finds what recognizes a call among the engines that are there at the time. */
export interface Recognizers {
  /**
   * @param language and model, as `recognizerFor` takes them
   * @throws SpeechError `ENGINE_UNAVAILABLE`, `LANGUAGE_NOT_SUPPORTED`
   */
  choose(language?: string, model?: string): RecognizeSpeechPorts;
  /**
   * The same with the times of words.
   *
   * @param field of the request that asks for them, for messages
   * @returns what takes a choice and its language. @throws SpeechError `INVALID_INPUT` where they cannot be had
   */
  wordTimesFor(
    field: string,
  ): (chosen: RecognizeSpeechPorts, language: string | undefined) => RecognizeSpeechPorts;
}

export function createRecognizers({ engines }: { readonly engines: Engines }): Recognizers {
  return {
    choose: (language, model) => recognitionParts(engines, language, model),
    wordTimesFor: (field) => (chosen, language) => wordTimedParts(engines, chosen, { language, field }),
  };
}
