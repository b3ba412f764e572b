import { wordRanges } from '../../segmentation/word-ranges.ts';
import type { SpokenText } from '../../text/reading/read-aloud.ts';

/** Written words, and the words that are spoken for them. */
export interface WordPair {
  /** One word, or several that are read together: "5 km". */
  readonly written: readonly string[];
  /** Position of its words in the spoken text, in UTF-16 code units. */
  readonly spokenStart: number;
  readonly spokenEnd: number;
}

interface Block {
  readonly start: number;
  end: number;
  readonly written: string[];
}

/** The words of a segment in order, each with its reading. Words that are not spoken are included, with an empty span. */
export function pairWords(segment: string, { readings }: SpokenText): readonly WordPair[] {
  const blocks: Block[] = [];
  for (const { start, end } of wordRanges(segment)) {
    const read = readings.filter((reading) => reading.start < end && reading.end > start);
    const from = Math.min(start, ...read.map((reading) => reading.start));
    const to = Math.max(end, ...read.map((reading) => reading.end));
    const last = blocks.at(-1);
    const word = segment.slice(start, end);
    if (last !== undefined && from < last.end) {
      last.written.push(word);
      last.end = Math.max(last.end, to);
    } else blocks.push({ start: from, end: to, written: [word] });
  }
  /** The spoken position of a place outside all readings. */
  const spokenAt = (place: number): number => {
    const passed = readings.findLast(({ end }) => end <= place);
    return passed === undefined ? place : passed.spokenEnd + (place - passed.end);
  };
  return blocks.map(({ start, end, written }) => ({
    written,
    spokenStart: spokenAt(start),
    spokenEnd: spokenAt(end),
  }));
}
