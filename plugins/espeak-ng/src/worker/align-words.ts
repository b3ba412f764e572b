import type { AlignedWord } from '@parlance/core/engine';
import type { AlignTask } from './align-task.ts';
import { join } from './audible-samples.ts';
import { type ReferenceSpeech, speakReference, speakWeakWords } from './reference-speech.ts';
import type { Speaker } from './speaker.ts';
import {
  commonBandHz,
  FRAME_SECONDS,
  isSpeechLevel,
  type SpeechFeatures,
  speechFeatures,
} from './speech-features.ts';
import { warp } from './time-warping.ts';

/** eSpeak NG's default pace, in its own unit of words per minute, and the range in which it is accurate. */
const OWN_WORDS_PER_MINUTE = 175;
const [SLOWEST, FASTEST] = [90, 250];
/** A reference that is faster than the speech aligns better: repeating a frame costs less than skipping one. */
const QUICKER = 1.4;
/** Within this factor the paces count as equal. */
const NEAR_PACE = 1.15;

/**
 * Finds the words of a text in speech by comparing it with eSpeak NG's speech of the same text.
 *
 * @returns a span for each word, in order; empty, at the end of the one before, for words that are not spoken
 */
export function alignWords(
  speaker: Speaker,
  { samples, sampleRateHz, ...said }: AlignTask,
): readonly AlignedWord[] {
  const highestHz = commonBandHz(sampleRateHz, speaker.sampleRateHz);
  const speech = speechFeatures(samples, { sampleRateHz, highestHz });
  const reference = speakAlike(speaker, said, speechFrames(speech) * FRAME_SECONDS);
  const features = speechFeatures(reference.samples, { sampleRateHz: speaker.sampleRateHz, highestHz });
  const parts = reference.ways.flatMap((ways) =>
    ways.length === 0 ? [] : [ways.map((span) => framesOf(span, features.frames))],
  );
  const found = warp(speech, { features, parts });
  const seconds = samples.length / sampleRateHz;
  let next = 0;
  let reachedSeconds = 0;
  return reference.ways.map((ways) => {
    if (ways.length === 0) return { startSeconds: reachedSeconds, endSeconds: reachedSeconds };
    const { start = 0, end = 0 } = found[next] ?? {};
    next += 1;
    reachedSeconds = Math.min(seconds, end * FRAME_SECONDS);
    return { startSeconds: Math.min(seconds, start * FRAME_SECONDS), endSeconds: reachedSeconds };
  });
}

interface Alike {
  readonly samples: Float32Array;
  /** For each word its possible pronunciations: in the sentence, and alone if the sentence does not stress it. */
  readonly ways: readonly (readonly AlignedWord[])[];
}

/** Synthesizes the reference at the pace of the speech, so that neither has to be warped much. */
function speakAlike(
  speaker: Speaker,
  said: Pick<AlignTask, 'text' | 'words' | 'espeakVoice'>,
  speechSeconds: number,
): Alike {
  const atOwnPace = { ...said, wordsPerMinute: OWN_WORDS_PER_MINUTE };
  const first = speakReference(speaker, atOwnPace);
  const factor = (QUICKER * spokenSeconds(first)) / Math.max(FRAME_SECONDS, speechSeconds);
  const isNear = factor > 1 / NEAR_PACE && factor < NEAR_PACE;
  const pace = Math.min(FASTEST, Math.max(SLOWEST, Math.round(OWN_WORDS_PER_MINUTE * factor)));
  const atPace = isNear ? atOwnPace : { ...said, wordsPerMinute: pace };
  const sentence = isNear ? first : speakReference(speaker, atPace);
  const apart = speakWeakWords(speaker, atPace, sentence.isWeak);
  const offset = sentence.samples.length / speaker.sampleRateHz;
  const ways = sentence.words.map((span, index) => {
    if (span === undefined) return [];
    const alone = apart.words[index];
    if (alone === undefined) return [span];
    return [span, { startSeconds: alone.startSeconds + offset, endSeconds: alone.endSeconds + offset }];
  });
  return { samples: join([sentence.samples, apart.samples]), ways };
}

function spokenSeconds({ words }: ReferenceSpeech): number {
  return words.reduce((sum, word) => sum + (word === undefined ? 0 : word.endSeconds - word.startSeconds), 0);
}

function speechFrames({ levelsDb }: SpeechFeatures): number {
  return levelsDb.reduce((count, levelDb) => count + (isSpeechLevel(levelDb) ? 1 : 0), 0);
}

function framesOf({ startSeconds, endSeconds }: AlignedWord, frames: number) {
  const start = Math.min(frames - 1, Math.round(startSeconds / FRAME_SECONDS));
  return { start, end: Math.min(frames, Math.max(start + 1, Math.round(endSeconds / FRAME_SECONDS))) };
}
