import type { SpeechSegmentEvent, SpeechSegmenter } from '../../segmentation/speech-segmenter.ts';
import type { SpeechActivity } from './open-activity.ts';

export interface SpeechWatchOptions {
  readonly frameSamples: number;
  /** Frames given to the detector in one call. */
  readonly blockFrames: number;
  /** Silence since the beginning or the last complete utterance that ends recognition, in samples. */
  readonly noInputSamples: number;
}

/** What was detected in one block of frames. */
export interface SpeechWatchReport {
  readonly found: readonly SpeechSegmentEvent[];
  /** The silence was too long: the frames after it were not processed, and no more may be passed. */
  readonly isNoInput: boolean;
}

/** Detects speech in whole frames, in the stream's order; a long chunk is reported block by block. */
export type SpeechWatch = (frames: Float32Array) => AsyncGenerator<SpeechWatchReport, void, undefined>;

/**
 * Uses the detector to find speech and cuts it into utterances.
 *
 * The detector is reset after each utterance, exactly after its last frame: frames beyond that are given to it a
 * second time. So the result is the same however the audio was divided into chunks.
 */
export function createSpeechWatch(
  activity: SpeechActivity,
  segmenter: SpeechSegmenter,
  { frameSamples, blockFrames, noInputSamples }: SpeechWatchOptions,
): SpeechWatch {
  let quietSinceSamples = 0;
  let isSpeaking = false;

  /** @returns how many of the frames were used: all, or those up to the end of an utterance or of the allowed silence */
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
