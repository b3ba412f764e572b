import type { Pronunciation } from '../../engine/pronunciation.ts';
import { countSaid } from '../../text/caller-offsets.ts';
import { type ReadingOptions, readAloud } from '../../text/reading/read-aloud.ts';
import type { ReadingForm } from '../../text/reading-form.ts';

/** Finds the pronunciations of a passage in its segments. */
export interface PronunciationPlaces {
  /** @param segment the next one of the passage @returns those whose words all stand in it, where they stand there */
  take(segment: string): readonly Pronunciation[];
}

/** By the law of caller offsets: segments hold the letters and digits of their text, all of them and in order. */
export function placePronunciations(
  text: string,
  pronunciations: readonly Pronunciation[],
): PronunciationPlaces {
  const counted = pronunciations.map(({ start, end, ipa }) => {
    const first = countSaid(text.slice(0, start));
    return { ipa, first, end: first + countSaid(text.slice(start, end)) };
  });
  let passed = 0;
  return {
    take(segment) {
      const from = passed;
      passed += countSaid(segment);
      return counted.flatMap(({ ipa, first, end }) =>
        first < from || end > passed ? [] : [{ ...spanOf(segment, first - from, end - from), ipa }],
      );
    },
  };
}

/** Where so many letters and digits begin and end. */
function spanOf(text: string, first: number, end: number): { readonly start: number; readonly end: number } {
  let [said, at, start] = [0, 0, 0];
  for (const char of text) {
    if (said >= end) break;
    const letters = countSaid(char);
    if (letters > 0 && said === first) start = at;
    said += letters;
    at += char.length;
  }
  return { start, end: at };
}

/** A text as it is read aloud, but for words whose pronunciation is given: they stay as they are. */
export function readAround(
  text: string,
  pronunciations: readonly Pronunciation[],
  languageCode: Parameters<typeof readAloud>[1],
  { terms = [], ...options }: ReadingOptions,
): { readonly text: string; readonly pronunciations: readonly Pronunciation[] } {
  const words: ReadingForm = {
    // By their places: the same word may stand elsewhere as it is.
    pattern: new RegExp(
      pronunciations.map(({ start, end }) => `(?<=^[^]{${start}})[^]{${end - start}}`).join('|'),
      'g',
    ),
    read: ([word]) => word,
  };
  const spoken = readAloud(text, languageCode, { ...options, terms: [words, ...terms] });
  const placed = pronunciations.flatMap(({ start, ipa }) => {
    const reading = spoken.readings.find((one) => one.start === start);
    return reading === undefined ? [] : [{ start: reading.spokenStart, end: reading.spokenEnd, ipa }];
  });
  return { text: spoken.text, pronunciations: placed };
}
