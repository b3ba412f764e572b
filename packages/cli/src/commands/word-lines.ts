import type { SpokenWord } from '@parlance/core/segmentation';

export const WORDS_HELP = 'print one line for each word, with its start and end in seconds';

export function wordLines(words: readonly SpokenWord[]): string {
  return words
    .map(({ text, startTime, endTime }) => `${startTime.toFixed(2)}  ${endTime.toFixed(2)}  ${text}`)
    .join('\n');
}
