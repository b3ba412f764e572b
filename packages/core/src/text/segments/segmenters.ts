export type Granularity = 'grapheme' | 'word' | 'sentence';

/** Creating a segmenter costs about a hundred times as much as using one on a sentence, so each is kept. */
const kept = new Map<string, Intl.Segmenter>();

/** The platform's segmenter for a language, created once. */
export function segmenterFor(language: string, granularity: Granularity): Intl.Segmenter {
  const key = `${granularity} ${language}`;
  let segmenter = kept.get(key);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(language, { granularity });
    kept.set(key, segmenter);
  }
  return segmenter;
}

/**
 * Returns a function that tests whether the platform finds the end of a sentence in a stretch of a text. Must be called in ascending order, so that one
 * pass over the text answers all calls.
 */
export function sentenceEnds(text: string, language: string): (from: number, to: number) => boolean {
  const sentences = segmenterFor(language, 'sentence').segment(text)[Symbol.iterator]();
  let end = 0;
  return (from, to) => {
    while (end <= from) {
      const next = sentences.next();
      if (next.done === true) return false;
      end = next.value.index + next.value.segment.length;
    }
    return end <= to;
  };
}
