import type { RecognizedUtterance, Utterance } from './utterance.ts';
import { wordRanges } from './word-ranges.ts';

/** A subtitle: the text that is shown at one time. */
export interface SubtitleCue {
  /** One or two lines, none longer than {@link MAX_LINE_WIDTH}, unless a single word is. */
  readonly lines: readonly string[];
  /** Seconds from the first sample of the audio. */
  readonly startTime: number;
  readonly endTime: number;
  /** Channel of the utterance. */
  readonly channel?: number;
}

export interface SubtitleCueOptions {
  /** Whether a cue begins with its channel, if it has one. Default false. */
  readonly labelsChannels?: boolean;
}

/** The standard of television for subtitles: two lines of 42 letters, or of 21 characters that are twice as wide. */
export const MAX_LINE_WIDTH = 42;
const MAX_LINES = 2;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;
const CLAUSE_END = /[.!?…,;:。！？，；：]["'”’»)\]]*$/u;
const SENTENCE_END = /[.!?…。！？؟।]["'”’»)\]]*$/u;

/** A word as it is written, and when it is said. */
interface PlacedWord {
  readonly text: string;
  /** Whether a space separates it from the word before it. */
  readonly isSpaced: boolean;
  readonly startTime: number;
  readonly endTime: number;
}

type Word = Pick<PlacedWord, 'text' | 'isSpaced'>;

/**
 * Divides utterances into subtitles: at the end of a sentence if the sentence fills a line, otherwise between words.
 * A subtitle begins with its first word and ends with its last; if the words have no times, they divide the utterance's time in proportion to
 * their length.
 *
 * @returns subtitles ordered by their start; those of one channel never overlap
 */
export function subtitleCues(
  utterances: readonly RecognizedUtterance[],
  { labelsChannels = false }: SubtitleCueOptions = {},
): readonly SubtitleCue[] {
  const cues = utterances.flatMap((utterance) => {
    const { channel } = utterance;
    const label: readonly Word[] =
      labelsChannels && channel !== undefined ? [{ text: `Channel ${channel}:`, isSpaced: true }] : [];
    const groups = withoutScraps([...filledGroups(placeWords(utterance), label)], label);
    const found = groups.map((words) => cueOf(words, label));
    return channel === undefined ? found : found.map((cue) => ({ ...cue, channel }));
  });
  return cues.toSorted((one, other) => one.startTime - other.startTime);
}

/** The words of each subtitle, each as full as allowed. */
function* filledGroups(
  words: readonly PlacedWord[],
  label: readonly Word[],
): Generator<readonly PlacedWord[], void, undefined> {
  let taken: PlacedWord[] = [];
  for (const word of words) {
    if (
      taken.length > 0 &&
      (linesOf([...label, ...taken, word]).length > MAX_LINES || isFullSentence(taken))
    ) {
      yield taken;
      taken = [];
    }
    taken.push(word);
  }
  if (taken.length > 0) yield taken;
}

/** One or two leftover words of a sentence would disappear before they are read, so they are combined with the subtitle before. */
function withoutScraps(
  filled: readonly (readonly PlacedWord[])[],
  label: readonly Word[],
): readonly (readonly PlacedWord[])[] {
  const groups = [...filled];
  for (let index = 1; index < groups.length; index++) {
    const [before = [], scrap = []] = [groups[index - 1], groups[index]];
    if (widthOf(written(scrap)) >= MAX_LINE_WIDTH / 2 || endsSentence(before)) continue;
    const halves = halved([...before, ...scrap], label);
    if (halves !== undefined) groups.splice(index - 1, 2, ...halves);
  }
  return groups;
}

type Halves = readonly [readonly PlacedWord[], readonly PlacedWord[]];

/** @returns the words in two subtitles of nearly equal length, cut at a mark if one is near; `undefined` if they do not fit */
function halved(words: readonly PlacedWord[], label: readonly Word[]): Halves | undefined {
  let best: Halves | undefined;
  let leastCost = Number.POSITIVE_INFINITY;
  for (let count = 1; count < words.length; count++) {
    const halves: Halves = [words.slice(0, count), words.slice(count)];
    const difference = Math.abs(widthOf(written(halves[0])) - widthOf(written(halves[1])));
    const isAtMark = CLAUSE_END.test(halves[0].at(-1)?.text ?? '');
    const cost = isAtMark ? difference - MAX_LINE_WIDTH / 2 : difference;
    if (cost >= leastCost || halves.some((half) => linesOf([...label, ...half]).length > MAX_LINES)) continue;
    best = halves;
    leastCost = cost;
  }
  return best;
}

function endsSentence(words: readonly PlacedWord[]): boolean {
  return SENTENCE_END.test(words.at(-1)?.text ?? '');
}

function isFullSentence(words: readonly PlacedWord[]): boolean {
  return endsSentence(words) && widthOf(written(words)) >= MAX_LINE_WIDTH;
}

function cueOf(words: readonly PlacedWord[], label: readonly Word[]): SubtitleCue {
  const [first, last] = [words[0], words.at(-1)];
  return {
    lines: balanced([...label, ...words]),
    startTime: first?.startTime ?? 0,
    endTime: last?.endTime ?? 0,
  };
}

/** Lines filled one after another. */
function linesOf(words: readonly Word[]): string[] {
  const lines: string[] = [];
  let line: Word[] = [];
  for (const word of words) {
    if (line.length > 0 && widthOf(written([...line, word])) > MAX_LINE_WIDTH) {
      lines.push(written(line));
      line = [];
    }
    line.push(word);
  }
  if (line.length > 0) lines.push(written(line));
  return lines;
}

/** Two lines of nearly equal length are read faster than a long line and a short one. */
function balanced(words: readonly Word[]): readonly string[] {
  const filled = linesOf(words);
  if (filled.length !== MAX_LINES) return filled;
  let best = filled;
  let bestDifference = Number.POSITIVE_INFINITY;
  for (let count = 1; count < words.length; count++) {
    const halves = [written(words.slice(0, count)), written(words.slice(count))];
    const [above = 0, below = 0] = halves.map(widthOf);
    const difference = Math.abs(above - below);
    if (Math.max(above, below) > MAX_LINE_WIDTH || difference >= bestDifference) continue;
    best = halves;
    bestDifference = difference;
  }
  return best;
}

function written(words: readonly Word[]): string {
  return words.map(({ text, isSpaced }, index) => (isSpaced && index > 0 ? ` ${text}` : text)).join('');
}

function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += WIDE.test(sign) ? 2 : 1;
  return width;
}

function placeWords(utterance: RecognizedUtterance): readonly PlacedWord[] {
  const words = wordRanges(utterance.text).map(({ start, end, isSpaced }) => ({
    text: utterance.text.slice(start, end),
    isSpaced,
  }));
  const times = utterance.words;
  if (times === undefined || times.length !== words.length) return shareTime(words, utterance);
  return words.map((word, index) => {
    const { startTime, endTime } = times[index] ?? utterance;
    return { ...word, startTime, endTime };
  });
}

function shareTime(words: readonly Word[], { startTime, endTime }: Utterance): readonly PlacedWord[] {
  const lengths = words.map(({ text }) => [...text].length + 1);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let before = 0;
  return words.map((word, index) => {
    const from = startTime + ((endTime - startTime) * before) / total;
    before += lengths[index] ?? 0;
    return { ...word, startTime: from, endTime: startTime + ((endTime - startTime) * before) / total };
  });
}
