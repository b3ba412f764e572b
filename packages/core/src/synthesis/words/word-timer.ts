import type { EngineCallOptions, SynthesisEngine } from '../../engine/synthesis-engine.ts';
import type { AlignedWord, TextAligner } from '../../engine/text-aligner.ts';
import type { Voice } from '../../engine/voice.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { wordRanges } from '../../segmentation/word-ranges.ts';
import { type CallerOffsets, createCallerOffsets } from '../../text/caller-offsets.ts';
import { readAloud } from '../../text/reading/read-aloud.ts';
import type { ReadingForm } from '../../text/reading-form.ts';
import { hasSpeech } from '../../text/speakable.ts';
import { pairWords } from './word-pairs.ts';

/** A word of a caller's text, and when it is said. */
export interface TimedWord {
  /** As the caller wrote it, with the marks behind it: "$42." */
  readonly text: string;
  /** Where it stands in the caller's text, in code points. */
  readonly start: number;
  readonly end: number;
  /** Seconds from the beginning of the audio. */
  readonly startTime: number;
  /** Not before `startTime`. */
  readonly endTime: number;
}

/** A segment whose audio is whole. */
export interface SpokenSegment {
  readonly text: string;
  readonly voice: Voice;
  readonly engine: Pick<SynthesisEngine, 'capabilities'>;
  /** What was spoken of it, without the silence that was asked for. */
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
  /** Seconds of audio before it. */
  readonly startSeconds: number;
  /** How many times faster than in the samples it is heard. Default 1. */
  readonly stretch?: number | undefined;
}

export interface WordTimerOptions {
  /** @returns who finds words in a language; `undefined`: nobody */
  readonly alignerFor: (languageCode: string) => TextAligner | undefined;
  readonly normalizeText: boolean;
  /** How the terms of a vocabulary are read. */
  readonly terms?: readonly ReadingForm[] | undefined;
  /** Code points of the caller that came before this text. Default 0. */
  readonly from?: number | undefined;
  readonly call: Pick<EngineCallOptions, 'signal' | 'lane' | 'turn'>;
  /** Told of each segment's words, in order. */
  readonly onWords: (words: readonly TimedWord[]) => void;
}

/** Finds the words of segments in their audio while the next ones are spoken. */
export interface WordTimer {
  /** More of the caller's text; before the segments that are of it. */
  push(text: string): void;
  /** Goes past the next segment, whose words are known. */
  skip(segment: string): void;
  /** Takes the next segment that was spoken. */
  add(segment: SpokenSegment): void;
  /** Resolves when all words so far were told of. @throws SpeechError what the aligner threw */
  settled(): Promise<void>;
}

export function createWordTimer(options: WordTimerOptions): WordTimer {
  const offsets = createCallerOffsets(options.from ?? 0);
  let telling: Promise<void> = Promise.resolve();
  return {
    push: (text) => offsets.push(text),
    skip: (segment) => void offsets.take(segment),
    add(segment) {
      const found = timesOf(segment, offsets, options);
      telling = telling.then(async () => {
        const words = await found;
        if (words.length > 0) options.onWords(words);
      });
      // Met by `settled`.
      telling.catch(() => undefined);
    },
    settled: () => telling,
  };
}

async function timesOf(
  segment: SpokenSegment,
  offsets: CallerOffsets,
  { alignerFor, normalizeText, terms, call }: WordTimerOptions,
): Promise<readonly TimedWord[]> {
  const { text, voice, engine, samples, sampleRateHz, startSeconds, stretch = 1 } = segment;
  const termsOnly = !normalizeText || engine.capabilities.normalizesText === true;
  const spoken = readAloud(text, voice.languageCode, { terms, termsOnly });
  // Taken before anything is waited for: segments come in order.
  const placed = pairWords(text, spoken).map((pair) => ({ ...pair, place: placeOf(pair.written, offsets) }));
  const aligner = alignerFor(voice.languageCode);
  if (aligner === undefined) return [];
  const ranges = wordRanges(spoken.text).map(({ start, end }) => ({ start, end }));
  const aligned = await align(aligner, {
    ...{ samples, sampleRateHz, text: spoken.text, words: ranges },
    ...{ languageCode: voice.languageCode, gender: voice.gender },
    call,
  });
  return placed.flatMap(({ spokenStart, spokenEnd, place }) => {
    const times = aligned.filter((_, index) => {
      const { start = 0, end = 0 } = ranges[index] ?? {};
      return start < spokenEnd && end > spokenStart;
    });
    const [first, last] = [times[0], times.at(-1)];
    if (place === undefined || first === undefined || last === undefined) return [];
    if (last.endSeconds <= first.startSeconds) return [];
    const at = (seconds: number): number => Math.round((startSeconds + seconds / stretch) * 1e4) / 1e4;
    return [{ ...place, startTime: at(first.startSeconds), endTime: at(last.endSeconds) }];
  });
}

function placeOf(
  words: readonly string[],
  offsets: CallerOffsets,
): Omit<TimedWord, 'startTime' | 'endTime'> | undefined {
  const spans = words.filter(hasSpeech).flatMap((word) => offsets.takeWord(word) ?? []);
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { text: spans.map(({ text }) => text).join(' '), start: first.start, end: last.end };
}

/** @returns none where the text is too long to have been said in its time */
async function align(
  aligner: TextAligner,
  { call, ...task }: Parameters<TextAligner['align']>[0] & Pick<WordTimerOptions, 'call'>,
): Promise<readonly AlignedWord[]> {
  try {
    return await aligner.align(task, call);
  } catch (error) {
    if (SpeechError.from(error).code !== 'INVALID_INPUT') throw error;
    return [];
  }
}

/**
 * @param alignerFor absent: there is no aligner at all
 * @throws SpeechError `INVALID_INPUT` where the words of a voice can't be found
 */
export function requireWordTimes(
  alignerFor: WordTimerOptions['alignerFor'] | undefined,
  { languageCode }: Pick<Voice, 'languageCode'>,
): void {
  if (alignerFor?.(languageCode) !== undefined) return;
  throw new SpeechError(
    'INVALID_INPUT',
    `No plugin of this service finds word timings in ${languageCode}: install @parlance/plugin-espeak-ng, for English @parlance/plugin-soundswallower too, or do not ask for timings.`,
    { field: 'timings' },
  );
}
