import type { Pronunciation } from '../../engine/pronunciation.ts';
import { countSaid } from '../../text/caller-offsets.ts';
import { type ReadingOptions, readAloud } from '../../text/reading/read-aloud.ts';
import type { ReadingForm } from '../../text/reading-form.ts';

/** Finds the pronunciations of a passage in its segments. */
export interface PronunciationPlaces {
  /** @param segment the next one of the passage @returns the pronunciations whose words are all in it, with their positions there */
  take(segment: string): readonly Pronunciation[];
}

/** Relies on the law of caller offsets: segments contain all letters and digits of their text, in order. */
export function placePronunciations(
  text: string,
  pronunciations: readonly Pronunciation[],
): PronunciationPlaces {
  let counted = 0;
  let countedTo = 0;
  const countTo = (end: number): number => {
    counted += countSaid(text.slice(countedTo, end));
    countedTo = Math.max(countedTo, end);
    return counted;
  };
  // In order and without overlap, so that each part of the text is counted once.
  const placed = pronunciations.map(({ start, end, ipa }) => ({
    ipa,
    first: countTo(start),
    end: countTo(end),
  }));
  let passed = 0;
  return {
    take(segment) {
      const from = passed;
      passed += countSaid(segment);
      return placed.flatMap(({ ipa, first, end }) =>
        first < from || end > passed ? [] : [{ ...spanOf(segment, first - from, end - from), ipa }],
      );
    },
  };
}

/** The span of a range of letters and digits, by their count. */
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

/** A text as it is read aloud, except words whose pronunciation is given, which stay as they are. */
export function readAround(
  text: string,
  pronunciations: readonly Pronunciation[],
  languageCode: Parameters<typeof readAloud>[1],
  { terms = [], ...options }: ReadingOptions,
): { readonly text: string; readonly pronunciations: readonly Pronunciation[] } {
  const words: ReadingForm = {
    // Matched by position, since the same word may occur elsewhere without a pronunciation.
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
