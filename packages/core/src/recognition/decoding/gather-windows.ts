import { concatSamples, samplesOfMs } from '../../audio/pcm-format.ts';
import type { SpeechSegmentEvent } from '../../segmentation/speech-segmenter.ts';

export type Segment = Extract<SpeechSegmentEvent, { readonly type: 'segment' }>;

/** Neighbouring utterances that are decoded together; at least one. */
export type SegmentWindow = readonly Segment[];

export interface WindowGatherer {
  /** @returns the windows that are complete by now */
  add(events: readonly SpeechSegmentEvent[]): readonly SegmentWindow[];
  /** @returns the last one, if there is any */
  finish(): readonly SegmentWindow[];
}

/**
 * How much of a pause is decoded besides the padding of the utterances on both sides. In a longer silence a model invents words, or takes it
 * for the end.
 */
const LONGEST_PAUSE_MS = 500;

/** Groups utterances while the pause before each is short and all of them fit into one call of the recognizer. */
export function createWindowGatherer({
  contextSamples,
  maxSamples,
  sampleRateHz,
}: {
  /** The longest pause, voice to voice, across which utterances belong together. */
  readonly contextSamples: number;
  readonly maxSamples: number;
  readonly sampleRateHz: number;
}): WindowGatherer {
  let open: Segment[] = [];
  let openSamples = 0;

  const take = (): readonly SegmentWindow[] => {
    const whole = open;
    open = [];
    openSamples = 0;
    return whole.length === 0 ? [] : [whole];
  };

  const addSegment = (segment: Segment): readonly SegmentWindow[] => {
    const last = open.at(-1);
    const addedSamples =
      segment.samples.length + (last === undefined ? 0 : pauseSamples(last, segment, sampleRateHz));
    const isNear = last !== undefined && segment.voiceStartSamples - last.voiceEndSamples <= contextSamples;
    const whole = isNear && openSamples + addedSamples <= maxSamples ? [] : take();
    openSamples += open.length === 0 ? segment.samples.length : addedSamples;
    open.push(segment);
    return whole;
  };

  return {
    add: (events) => events.flatMap((event) => (event.type === 'segment' ? [...addSegment(event)] : [])),
    finish: take,
  };
}

/** The utterances with silence between them, as long as the pause up to the limit. */
export function windowSamples(window: SegmentWindow, sampleRateHz: number): Float32Array {
  return concatSamples(
    window.flatMap((segment, index) => {
      const before = window[index - 1];
      if (before === undefined) return [segment.samples];
      return [new Float32Array(pauseSamples(before, segment, sampleRateHz)), segment.samples];
    }),
  );
}

function pauseSamples(before: Segment, { startSamples }: Segment, sampleRateHz: number): number {
  return Math.min(startSamples - before.endSamples, samplesOfMs(LONGEST_PAUSE_MS, sampleRateHz));
}
