import type { Recognition } from '@parlance/core/engine';
import type { RawRecognition } from '../worker/tasks.ts';
import { joinBytes, withSpaces } from './token-notation.ts';

/**
 * Lists that are not as long as the tokens belong to something else and are left out.
 *
 * @param continuationMark of the model's vocabulary, where it has one; see `RecognitionFamily`
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

/** What models call a language that BCP 47 calls otherwise. */
const OTHER_NAMES: Readonly<Record<string, string>> = { jw: 'jv', iw: 'he', in: 'id' };

/** @returns BCP 47; `undefined` for what is no language, such as the `nospeech` of SenseVoice */
function languageOf(written: string): string | undefined {
  const code = written.replace(/^<\|?|\|?>$/gu, '').toLowerCase();
  return /^[a-z]{2,3}$/u.test(code) ? (OTHER_NAMES[code] ?? code) : undefined;
}
