import type { Recognition } from '../engine/recognition-engine.ts';
import { recognizedUtterance } from '../segmentation/recognized-utterance.ts';
import type { SegmentSpan } from '../segmentation/speech-segmenter.ts';
import type { RecognizedUtterance, SpokenWord } from '../segmentation/utterance.ts';

/** Seconds from the stream's first sample: the decoded window, and the edges of the voice inside it. */
export interface UtteranceTimes {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly startVoiceSeconds: number;
  readonly endVoiceSeconds: number;
}

/** A result of recognition, reported as soon as it is known. A partial may change with the next one; a final never does. */
export type RecognitionEvent =
  | ({
      readonly type: 'transcript-partial';
      readonly text: string;
      /** 0 to 1: the share of its words that the previous partial already had. */
      readonly stability: number;
    } & UtteranceTimes)
  | ({
      readonly type: 'transcript-final';
      readonly text: string;
      readonly recognition: Recognition;
      /** Only for in-process calls that request them: the words with their times, in seconds from the stream's first sample. */
      readonly words?: readonly SpokenWord[];
    } & UtteranceTimes);

export type FinalEvent = Extract<RecognitionEvent, { readonly type: 'transcript-final' }>;

/** What was said, between the edges of the voice. */
export function utteranceOf({ text, recognition, ...times }: FinalEvent): RecognizedUtterance {
  return recognizedUtterance(recognition, {
    text,
    windowStartTime: times.startSeconds,
    startTime: times.startVoiceSeconds,
    endTime: times.endVoiceSeconds,
  });
}

export function utteranceTimes(span: SegmentSpan, sampleRateHz: number): UtteranceTimes {
  return {
    startSeconds: span.startSamples / sampleRateHz,
    endSeconds: span.endSamples / sampleRateHz,
    startVoiceSeconds: span.voiceStartSamples / sampleRateHz,
    endVoiceSeconds: span.voiceEndSamples / sampleRateHz,
  };
}
