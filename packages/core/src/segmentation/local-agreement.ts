/**
 * How stable an interim text is: the share of its words that the previous interim already had in the same position.
 *
 * Local agreement as in Liu et al., "Low-Latency Sequence-to-Sequence Speech Recognition and Translation by Partial
 * Hypothesis Selection" (2020), used as a measure instead of a filter.
 *
 * @returns 0 to 1; 0 for a first interim or an empty one
 */
export function stabilityOf(previousText: string, text: string): number {
  const words = wordsOf(text);
  if (words.length === 0) return 0;
  const before = wordsOf(previousText);
  return words.filter((word, place) => before[place] === word).length / words.length;
}

/** Case and punctuation change with every word that follows, so they are ignored. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}']+/gu) ?? [];
}
