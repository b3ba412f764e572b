import type { Recognition } from '../engine/recognition-engine.ts';
import type { SegmentSpan } from '../segmentation/speech-segmenter.ts';

/** Times are seconds from the stream's first sample: the window decoded, and the edges of the voice inside it. */
export interface UtteranceTimes {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly startVoiceSeconds: number;
  readonly endVoiceSeconds: number;
}

/** What is heard, as it is heard. A partial may change with the next one; a final never does. */
export type RecognitionEvent =
  | ({
      readonly type: 'transcript-partial';
      readonly text: string;
      /** 0 to 1: how much of it the previous partial already had. */
      readonly stability: number;
    } & UtteranceTimes)
  | ({
      readonly type: 'transcript-final';
      readonly text: string;
      readonly recognition: Recognition;
    } & UtteranceTimes);

export function utteranceTimes(span: SegmentSpan, sampleRateHz: number): UtteranceTimes {
  return {
    startSeconds: span.startSamples / sampleRateHz,
    endSeconds: span.endSamples / sampleRateHz,
    startVoiceSeconds: span.voiceStartSamples / sampleRateHz,
    endVoiceSeconds: span.voiceEndSamples / sampleRateHz,
  };
}
