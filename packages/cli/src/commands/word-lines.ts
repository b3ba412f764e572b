import type { SpokenWord } from '@parlance/core/segmentation';

export const WORDS_HELP = 'when each word is said: a line for each with the seconds where it begins and ends';

export function wordLines(words: readonly SpokenWord[]): string {
  return words
    .map(({ text, startTime, endTime }) => `${startTime.toFixed(2)}  ${endTime.toFixed(2)}  ${text}`)
    .join('\n');
}
