import type { AlignedWord } from '@parlance/core/engine';
import type { AlignTask } from './align-task.ts';
import { speakReference } from './reference-speech.ts';
import type { Speaker } from './speaker.ts';
import {
  commonBandHz,
  FRAME_SECONDS,
  isSpeechLevel,
  type SpeechFeatures,
  speechFeatures,
} from './speech-features.ts';
import { warp } from './time-warping.ts';

/** eSpeak NG's own pace, in words of its making a minute, and the range that it follows well. */
const OWN_WORDS_PER_MINUTE = 175;
const [SLOWEST, FASTEST] = [90, 250];
/** Within this factor the paces are as good as the same. */
const NEAR_PACE = 1.15;

/**
 * Finds the words of a text in speech by how eSpeak NG says the same text.
 *
 * @returns a span for each word, in order; empty, at the end of the one before, for words that are not said
 */
export function alignWords(
  speaker: Speaker,
  { samples, sampleRateHz, ...said }: AlignTask,
): readonly AlignedWord[] {
  const highestHz = commonBandHz(sampleRateHz, speaker.sampleRateHz);
  const speech = speechFeatures(samples, { sampleRateHz, highestHz });
  const { spoken, features } = speakAlike(speaker, said, { speech, highestHz });
  const parts = spoken.words.flatMap((span) => (span === undefined ? [] : [framesOf(span, features.frames)]));
  const found = warp(speech, { features, parts });
  const seconds = samples.length / sampleRateHz;
  let next = 0;
  let reachedSeconds = 0;
  return spoken.words.map((span) => {
    if (span === undefined) return { startSeconds: reachedSeconds, endSeconds: reachedSeconds };
    const { start = 0, end = 0 } = found[next] ?? {};
    next += 1;
    reachedSeconds = Math.min(seconds, end * FRAME_SECONDS);
    return { startSeconds: Math.min(seconds, start * FRAME_SECONDS), endSeconds: reachedSeconds };
  });
}

/** The reference at the pace of the speech, so that neither has to be bent much. */
function speakAlike(
  speaker: Speaker,
  said: Pick<AlignTask, 'text' | 'words' | 'espeakVoice'>,
  { speech, highestHz }: { readonly speech: SpeechFeatures; readonly highestHz: number },
) {
  const speakAt = (wordsPerMinute: number) => {
    const spoken = speakReference(speaker, { ...said, wordsPerMinute });
    const features = speechFeatures(spoken.samples, { sampleRateHz: speaker.sampleRateHz, highestHz });
    return { spoken, features };
  };
  const first = speakAt(OWN_WORDS_PER_MINUTE);
  const factor = speechFrames(first.features) / Math.max(1, speechFrames(speech));
  if (factor > 1 / NEAR_PACE && factor < NEAR_PACE) return first;
  const pace = Math.min(FASTEST, Math.max(SLOWEST, Math.round(OWN_WORDS_PER_MINUTE * factor)));
  return speakAt(pace);
}

function speechFrames({ levelsDb }: SpeechFeatures): number {
  return levelsDb.reduce((count, levelDb) => count + (isSpeechLevel(levelDb) ? 1 : 0), 0);
}

function framesOf({ startSeconds, endSeconds }: AlignedWord, frames: number) {
  const start = Math.min(frames - 1, Math.round(startSeconds / FRAME_SECONDS));
  return { start, end: Math.min(frames, Math.max(start + 1, Math.round(endSeconds / FRAME_SECONDS))) };
}
