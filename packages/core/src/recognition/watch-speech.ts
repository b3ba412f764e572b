import type { SpeechSegmentEvent, SpeechSegmenter } from '../segmentation/speech-segmenter.ts';
import type { SpeechActivity } from './open-activity.ts';

export interface SpeechWatchOptions {
  readonly frameSamples: number;
  /** Frames given to the detector in one call. */
  readonly blockFrames: number;
  /** Silence since the beginning or the last complete utterance that is one too long. */
  readonly noInputSamples: number;
}

/** What one block of frames brought. */
export interface SpeechWatchReport {
  readonly found: readonly SpeechSegmentEvent[];
  /** The silence was too long: what came after it was not looked at, and nothing more is to be given. */
  readonly isNoInput: boolean;
}

/** Detects speech in whole frames, in the stream's order; a long piece is reported block by block. */
export type SpeechWatch = (frames: Float32Array) => AsyncGenerator<SpeechWatchReport, void, undefined>;

/**
 * Asks the detector where somebody speaks and cuts the utterances out.
 *
 * The detector forgets after each utterance, exactly behind its last frame: frames beyond that are given to it a
 * second time. So the outcome is the same however the audio was cut into pieces.
 */
export function createSpeechWatch(
  activity: SpeechActivity,
  segmenter: SpeechSegmenter,
  { frameSamples, blockFrames, noInputSamples }: SpeechWatchOptions,
): SpeechWatch {
  let quietSinceSamples = 0;
  let isSpeaking = false;

  /** @returns how many of the frames were used: all, or those up to the end of an utterance or of the patience */
  function take(
    frames: Float32Array,
    probabilities: Float32Array,
  ): SpeechWatchReport & { readonly usedFrames: number; readonly isComplete: boolean } {
    const found: SpeechSegmentEvent[] = [];
    for (let frame = 0; frame < probabilities.length; frame++) {
      const samples = frames.subarray(frame * frameSamples, (frame + 1) * frameSamples);
      const events = segmenter.push(samples, probabilities.subarray(frame, frame + 1));
      found.push(...events);
      if (events.some(({ type }) => type === 'speech-start')) isSpeaking = true;
      const isComplete = events.some((event) => event.type === 'segment' && event.endedBy === 'silence');
      if (isComplete) {
        isSpeaking = false;
        quietSinceSamples = segmenter.positionSamples;
      }
      const isNoInput = !isSpeaking && segmenter.settledSamples - quietSinceSamples >= noInputSamples;
      if (isComplete || isNoInput) return { found, isNoInput, isComplete, usedFrames: frame + 1 };
    }
    return { found, isNoInput: false, isComplete: false, usedFrames: probabilities.length };
  }

  return async function* watch(frames) {
    let from = 0;
    while (from < frames.length) {
      const block = frames.subarray(from, from + blockFrames * frameSamples);
      const probabilities = await activity.detect(block);
      const { found, isNoInput, isComplete, usedFrames } = take(block, probabilities);
      from += usedFrames * frameSamples;
      if (isComplete) await activity.reset();
      yield { found, isNoInput };
      if (isNoInput) return;
    }
  };
}
