import { wordRanges } from '../../segmentation/word-ranges.ts';
import type { SpokenText } from '../../text/reading/read-aloud.ts';

/** Written words, and what is spoken for them. */
export interface WordPair {
  /** One word, or those that are read together: "5 km". */
  readonly written: readonly string[];
  /** Where its words lie in the spoken text, in UTF-16 units. */
  readonly spokenStart: number;
  readonly spokenEnd: number;
}

interface Block {
  readonly start: number;
  end: number;
  readonly written: string[];
}

/** The words of a segment in order, each with its reading. What is not spoken is left out of none: its words then have an empty stretch. */
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
  /** Of a place that lies inside no reading. */
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
