import type { Recognition } from '@parlance/core/engine';
import type { RawRecognition } from '../worker/tasks.ts';
import { joinBytes, withSpaces } from './token-notation.ts';

/**
 * Converts a result of the addon. Lists whose length differs from the tokens' belong to something else and are ignored.
 *
 * @param continuationMark of the model's vocabulary, if it has one; see `RecognitionFamily`
 */
export function recognitionOf(
  { text, tokens, startSeconds, logProbabilities, language = '' }: RawRecognition,
  continuationMark?: string,
): Recognition {
  const hasTimes = startSeconds.length === tokens.length;
  const hasProbabilities = logProbabilities.length === tokens.length;
  const texts = continuationMark === undefined ? tokens : withSpaces(tokens, continuationMark);
  const heard = languageOf(language);
  return {
    text: text.trim(),
    ...(heard !== undefined && { language: heard }),
    tokens: joinBytes(
      texts.map((token, index) => {
        const startAt = hasTimes ? startSeconds[index] : undefined;
        const logProbability = hasProbabilities ? logProbabilities[index] : undefined;
        return {
          text: token,
          ...(startAt !== undefined && { startSeconds: startAt }),
          ...(logProbability !== undefined && { logProbability: Math.min(0, logProbability) }),
        };
      }),
    ),
  };
}

/** Models' names of languages that BCP 47 names differently. */
const OTHER_NAMES: Readonly<Record<string, string>> = { jw: 'jv', iw: 'he', in: 'id' };

/** @returns BCP 47; `undefined` if it is not a language, such as `nospeech` of SenseVoice */
function languageOf(written: string): string | undefined {
  const code = written.replace(/^<\|?|\|?>$/gu, '').toLowerCase();
  return /^[a-z]{2,3}$/u.test(code) ? (OTHER_NAMES[code] ?? code) : undefined;
}
