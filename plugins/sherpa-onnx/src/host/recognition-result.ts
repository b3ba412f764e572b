import type { Recognition } from '@parlance/core';
import type { RawRecognition } from '../worker/tasks.ts';

/** Lists that are not as long as the tokens belong to something else and are left out. */
export function recognitionOf({ text, tokens, startSeconds, logProbabilities }: RawRecognition): Recognition {
  const hasTimes = startSeconds.length === tokens.length;
  const hasProbabilities = logProbabilities.length === tokens.length;
  return {
    text: text.trim(),
    tokens: tokens.map((token, index) => {
      const startAt = hasTimes ? startSeconds[index] : undefined;
      const logProbability = hasProbabilities ? logProbabilities[index] : undefined;
      return {
        text: token,
        ...(startAt !== undefined && { startSeconds: startAt }),
        ...(logProbability !== undefined && { logProbability: Math.min(0, logProbability) }),
      };
    }),
  };
}
