import { withGain } from '../../audio/gain.ts';
import { concatSamples, silenceSamples } from '../../audio/pcm-format.ts';
import { createSegmentJoiner } from '../../audio/segment-joins.ts';
import type { SynthesisEngine } from '../../engine/synthesis-engine.ts';
import type { Voice } from '../../engine/voice.ts';
import type { PausePlan } from '../../text/pause-plan.ts';
import { segmentGrowingText } from '../../text/segments/growing-segmenter.ts';
import { type SegmentOptions, type SpeechSegment, segmentText } from '../../text/segments/segment-text.ts';
import { type Speaker, speakerOf, startedAhead, type UnitOrder, type UnitPace } from './speech-units.ts';
import { startedAsWritten } from './started-as-written.ts';

/** An event of a synthesis, with audio at the voice's native rate. */
export type SpeechPart =
  /** The segment's first audio has arrived. A segment of which the voice can speak nothing has no such part. */
  | { readonly type: 'segment-start'; readonly segment: SpeechSegment }
  | { readonly type: 'segment-audio'; readonly samples: Float32Array }
  /** All of the segment's audio came before. With `leadSamples` a later call can continue after it. */
  | {
      readonly type: 'segment-end';
      readonly segment: SpeechSegment;
      readonly leadSamples: number;
      /** Its joined audio, if it is kept, without gain and without the requested silence. */
      readonly spoken?: Float32Array;
    };

/** A text that is still being written, in chunks of any size. */
export type GrowingText = AsyncIterable<string>;

export interface SegmentPlan {
  readonly text: string;
  readonly pauses?: PausePlan | undefined;
  /** `lowest`: the first unit is one short clause, so that audio starts at once. */
  readonly latency: 'lowest' | 'natural';
}

/** The segments in which an engine speaks a text, computed lazily. */
export function segmentsOf(
  engine: SynthesisEngine,
  voice: Voice,
  plan: SegmentPlan,
): Generator<SpeechSegment, void, undefined> {
  return segmentText(plan.text, segmentOptions(engine, voice, plan));
}

/** The segments of a text that is still being written, each as soon as it is certain; the first clause is not held back. */
export function planGrowingSegments(
  engine: SynthesisEngine,
  voice: Voice,
  plan: Omit<SegmentPlan, 'text'> & { readonly text: GrowingText },
): AsyncGenerator<SpeechSegment, void, undefined> {
  const options = segmentOptions(engine, voice, plan);
  return segmentGrowingText(
    plan.text,
    options.firstUnit === 'short' ? { ...options, firstUnit: 'soonest' } : options,
  );
}

function segmentOptions(
  { capabilities: { maxUnitChars } }: SynthesisEngine,
  { languageCode }: Voice,
  { latency, pauses }: Omit<SegmentPlan, 'text'>,
): SegmentOptions {
  return {
    languageCode,
    maxUnitChars,
    firstUnit: latency === 'lowest' ? 'short' : 'natural',
    ...(pauses === undefined ? {} : { clientPause: pauses }),
  };
}

export interface SpeakPace extends UnitPace {
  /** From the `segment-end` after which this continues; absent: the signal begins. */
  readonly leadSamples?: number;
  /** Whether each `segment-end` has `spoken`. Default false. */
  readonly keepsSpoken?: boolean;
}

/**
 * Synthesizes segments and joins them into one signal, chunk by chunk and in order. Units are started ahead of time; a
 * slow reader slows everything down.
 *
 * @throws SpeechError what the engine throws, `ABORTED`
 */
export async function* speakSegments(
  engine: SynthesisEngine,
  segments: Iterable<SpeechSegment> | AsyncIterable<SpeechSegment>,
  order: UnitOrder,
  { leadSamples = 0, keepsSpoken = false, ...pace }: SpeakPace,
): AsyncGenerator<SpeechPart, void, undefined> {
  const sampleRateHz = order.voice.nativeRateHz;
  const joiner = createSegmentJoiner({ sampleRateHz, leadSamples });
  const units =
    Symbol.asyncIterator in segments
      ? startedAsWritten(engine, segments, order, pace)
      : startedAhead(engine, segments, order, pace);
  for await (const { segment, audio } of units) {
    const { boundaryAfter: boundary, silenceAfterSeconds, silenceBeforeSeconds = 0, delivery } = segment;
    const { gainDb = 0 } = delivery ?? {};
    const spoken: Float32Array[] = [];
    const part = (samples: Float32Array): SpeechPart => {
      // A copy, since the reader owns what is yielded.
      if (keepsSpoken) spoken.push(samples.slice());
      // After the joiner, which distinguishes speech from silence by its level.
      return { type: 'segment-audio', samples: gainDb === 0 ? samples : withGain(samples, gainDb) };
    };
    let hasBegun = false;
    for await (const chunk of atRateOfRequest(audio, speakerOf(segment, order)?.openResampler)) {
      if (!hasBegun) {
        if (silenceBeforeSeconds > 0)
          yield { type: 'segment-audio', samples: silenceSamples(silenceBeforeSeconds, sampleRateHz) };
        yield { type: 'segment-start', segment };
      }
      hasBegun = true;
      for (const samples of joiner.push(chunk)) yield part(samples);
    }
    const rest = joiner.endSegment(
      silenceAfterSeconds === undefined ? { boundary } : { boundary, silenceAfterSeconds },
    );
    for (const samples of rest) yield part(samples);
    const end = { type: 'segment-end', segment, leadSamples: joiner.leadSamples } as const;
    if (keepsSpoken) {
      const whole = concatSamples(spoken);
      const silence = silenceSamples(silenceAfterSeconds ?? 0, sampleRateHz).length;
      yield { ...end, spoken: whole.subarray(0, whole.length - silence) };
    } else yield end;
  }
}

/** Audio of another voice, at the rate of the request's voice. */
function atRateOfRequest(
  audio: AsyncIterable<Float32Array>,
  open: Speaker['openResampler'],
): AsyncIterable<Float32Array> {
  return open === undefined ? audio : resampled(audio, open);
}

async function* resampled(
  audio: AsyncIterable<Float32Array>,
  open: NonNullable<Speaker['openResampler']>,
): AsyncGenerator<Float32Array, void, undefined> {
  const resampler = await open();
  try {
    for await (const chunk of audio) yield resampler.resample(chunk);
    yield resampler.finish();
  } finally {
    resampler.dispose();
  }
}
