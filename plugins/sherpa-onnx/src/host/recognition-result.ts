import type { Recognition } from '@parlance/core/engine';
import type { RawRecognition } from '../worker/tasks.ts';
import { joinBytes, withSpaces } from './token-notation.ts';

/**
 * Lists that are not as long as the tokens belong to something else and are left out.
 *
 * @param continuationMark of the model's vocabulary, where it has one; see `RecognitionFamily`
 */
export function recognitionOf(
  { text, tokens, startSeconds, logProbabilities }: RawRecognition,
  continuationMark?: string,
): Recognition {
  const hasTimes = startSeconds.length === tokens.length;
  const hasProbabilities = logProbabilities.length === tokens.length;
  const texts = continuationMark === undefined ? tokens : withSpaces(tokens, continuationMark);
  return {
    text: text.trim(),
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
