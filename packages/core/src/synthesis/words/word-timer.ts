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

/** A word of a caller's text, and when it is spoken. */
export interface TimedWord {
  /** As the caller wrote it, with the punctuation that follows it: "$42." */
  readonly text: string;
  /** Its position in the caller's text, in code points. */
  readonly start: number;
  readonly end: number;
  /** Seconds from the beginning of the audio. */
  readonly startTime: number;
  /** Not before `startTime`. */
  readonly endTime: number;
}

/** A segment whose audio is complete. */
export interface SpokenSegment {
  readonly text: string;
  readonly voice: Voice;
  readonly engine: Pick<SynthesisEngine, 'capabilities'>;
  /** Its audio, without the requested silence. */
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
  /** Seconds of audio before it. */
  readonly startSeconds: number;
  /** How many times faster than the samples it is played. Default 1. */
  readonly stretch?: number | undefined;
}

export interface WordTimerOptions {
  /** @returns the aligner for a language; `undefined`: there is none */
  readonly alignerFor: (languageCode: string) => TextAligner | undefined;
  readonly normalizeText: boolean;
  /** How the vocabulary's terms are read. */
  readonly terms?: readonly ReadingForm[] | undefined;
  /** Code points of the caller's earlier text. Default 0. */
  readonly from?: number | undefined;
  readonly call: Pick<EngineCallOptions, 'signal' | 'lane' | 'turn'>;
  /** Called with each segment's words, in order. */
  readonly onWords: (words: readonly TimedWord[]) => void;
}

/** Finds the words of segments in their audio while the next ones are synthesized. */
export interface WordTimer {
  /** Adds more of the caller's text, before its segments. */
  push(text: string): void;
  /** Skips the next segment, whose words are known. */
  skip(segment: string): void;
  /** Adds the next spoken segment. */
  add(segment: SpokenSegment): void;
  /** Resolves when all words so far have been reported. @throws SpeechError `ABORTED`; in the lane `batch` also what the aligner threw */
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
      // Awaited after the words of earlier segments, and not at all once finding those has failed: its own failure must not be unhandled.
      found.catch(() => undefined);
      telling = telling.then(async () => {
        const words = await found;
        if (words.length > 0) options.onWords(words);
      });
      // Reported by `settled`.
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
  // Computed before anything is awaited, while segments arrive in order.
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

/** @returns no words if the text is too long to have been spoken in that time, or if the aligner fails and the caller has the audio already */
async function align(
  aligner: TextAligner,
  { call, ...task }: Parameters<TextAligner['align']>[0] & Pick<WordTimerOptions, 'call'>,
): Promise<readonly AlignedWord[]> {
  try {
    return await aligner.align(task, call);
  } catch (error) {
    const isLive = call.lane !== 'batch';
    const isBeyondTimes = SpeechError.from(error).code === 'INVALID_INPUT';
    if (call.signal?.aborted === true || !(isLive || isBeyondTimes)) throw error;
    return [];
  }
}

/**
 * @param alignerFor absent: there is no aligner at all
 * @throws SpeechError `INVALID_INPUT` if the times of words are not available for a voice
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
