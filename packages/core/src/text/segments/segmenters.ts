export type Granularity = 'grapheme' | 'word' | 'sentence';

/** Building a segmenter costs about a hundred times what it costs to use one on a sentence, so each is kept. */
const kept = new Map<string, Intl.Segmenter>();

/** The platform's segmenter for a language, built once. */
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
 * Says whether the platform sees a sentence end in a stretch of a text. Asked in ascending order only, so that one
 * pass over the text answers everything.
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
