import type { RecognizedUtterance } from '../../segmentation/utterance.ts';

/** @returns the language that was spoken for the longest time; `undefined` if the recognizer reports none */
export function spokenLanguage(utterances: readonly RecognizedUtterance[]): string | undefined {
  const seconds = new Map<string, number>();
  for (const { language, startTime, endTime } of utterances) {
    if (language !== undefined) seconds.set(language, (seconds.get(language) ?? 0) + endTime - startTime);
  }
  return [...seconds].reduce<readonly [string | undefined, number]>(
    (longest, each) => (each[1] > longest[1] ? each : longest),
    [undefined, -1],
  )[0];
}
