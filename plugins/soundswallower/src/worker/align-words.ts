import type { AlignedWord } from '@parlance/core/engine';
import type { AlignTask } from './align-task.ts';
import { type Decoder, type FoundSegment, isFiller } from './decoder.ts';
import { pronounce } from './pronunciation.ts';

/** Hesitations in a text. */
const HESITATION = /^(?:a+h+|e+r+m?|h+m+|mm+|u+h+m?|u+m+)$/;
const VOWEL = /^[AEIOU]/;
/** Limits for the first and the last sound of a word: in speech that is joined from single words, 95 % of each are shorter. */
const LONGEST_CONSONANT_SECONDS = { first: 0.16, last: 0.25 };
/** Fillers other than silence. */
const HEARD_FILLER = /^\[/;

/**
 * Finds the words of a text in speech.
 *
 * @returns a span for each word, in order; empty, at the end of the one before, for words that are not spoken. If the speech is too short for
 * its words, they divide it in proportion to their letters.
 */
export async function alignWords(
  decoder: Decoder,
  { samples, sampleRateHz, text, words }: AlignTask,
): Promise<readonly AlignedWord[]> {
  const written = words.map(({ start, end }) => text.slice(start, end));
  const spoken = pronounce(written, (word) => decoder.soundsOf(word));
  const entries = spoken.entries.filter((entry) => entry !== undefined);
  const seconds = samples.length / sampleRateHz;
  const segments =
    samples.length === 0 || entries.length === 0
      ? undefined
      : await decoder.find({ samples, sampleRateHz }, entries, spoken.added);
  const spans = segments === undefined ? shareByLetters(entries, seconds) : spansOf(segments);
  let next = 0;
  let reachedSeconds = 0;
  return spoken.entries.map((entry) => {
    if (entry === undefined) return { startSeconds: reachedSeconds, endSeconds: reachedSeconds };
    const { startSeconds, endSeconds } = spans[next] as AlignedWord;
    next += 1;
    const start = Math.min(seconds, Math.max(reachedSeconds, startSeconds));
    reachedSeconds = Math.min(seconds, Math.max(start, endSeconds));
    return { startSeconds: start, endSeconds: reachedSeconds };
  });
}

/** When a word is spoken. If its first or last sound is a consonant, the model counts adjacent breath and noise as part of it. */
function edgesOf({ startSeconds, endSeconds, sounds }: FoundSegment): readonly [start: number, end: number] {
  const surplus = (at: number, longestSeconds: number): number => {
    const sound = sounds.at(at);
    if (sound === undefined || sounds.length === 1 || VOWEL.test(sound.name)) return 0;
    return Math.max(0, sound.seconds - longestSeconds);
  };
  const { first, last } = LONGEST_CONSONANT_SECONDS;
  return [startSeconds + surplus(0, first), endSeconds - surplus(-1, last)];
}

/** A hesitation in the text also gets the time of an adjacent hesitation that the model found, since both are the same. */
function spansOf(segments: readonly FoundSegment[]): readonly AlignedWord[] {
  const isHeardFiller = (segment: FoundSegment | undefined): segment is FoundSegment =>
    segment !== undefined && HEARD_FILLER.test(segment.name);
  return segments.flatMap((segment, index) => {
    if (isFiller(segment.name)) return [];
    let [startSeconds, endSeconds] = edgesOf(segment);
    if (HESITATION.test(segment.name)) {
      for (let before = index - 1; isHeardFiller(segments[before]); before -= 1)
        startSeconds = (segments[before] as FoundSegment).startSeconds;
      for (let after = index + 1; isHeardFiller(segments[after]); after += 1)
        endSeconds = (segments[after] as FoundSegment).endSeconds;
    }
    return [{ startSeconds, endSeconds }];
  });
}

function shareByLetters(entries: readonly string[], seconds: number): readonly AlignedWord[] {
  const letters = entries.reduce((sum, entry) => sum + entry.length, 0);
  let before = 0;
  return entries.map((entry) => {
    const startSeconds = (seconds * before) / letters;
    before += entry.length;
    return { startSeconds, endSeconds: (seconds * before) / letters };
  });
}
