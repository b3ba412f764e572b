import type { SynthesisEngine } from '../../engine/synthesis-engine.ts';
import type { Voice } from '../../engine/voice.ts';
import type { Delivery, EmphasisLevel, Passage, Script } from '../../ssml/delivery.ts';
import type { PausePlan } from '../../text/pause-plan.ts';
import type { SegmentDelivery, SpeechSegment } from '../../text/segments/segment-text.ts';
import { placePronunciations } from './pronunciations.ts';
import { type SegmentPlan, segmentsOf } from './speak-segments.ts';

/** The `emphasisIntensity` of each level, for voices that support emphasis. */
const INTENSITIES: Readonly<Record<EmphasisLevel, number>> = { strong: 100, moderate: 70, reduced: 20 };
/** How all other voices emphasize words: more slowly and louder, or the reverse. */
const STRESS: Readonly<Record<EmphasisLevel, { readonly rate: number; readonly gainDb: number }>> = {
  strong: { rate: 0.85, gainDb: 4 },
  moderate: { rate: 0.92, gainDb: 2 },
  reduced: { rate: 1.08, gainDb: -3 },
};

export interface ScriptPlan extends Omit<SegmentPlan, 'text'> {
  readonly script: Script;
  /** The request's voice. */
  readonly voice: Voice;
  readonly engineOf: (voice: Voice) => SynthesisEngine;
}

/** The segments of a script, passage by passage: each passage is divided like a separate text. */
export function* planScript({
  script,
  voice,
  engineOf,
  ...plan
}: ScriptPlan): Generator<SpeechSegment, void, undefined> {
  const { passages, leadSeconds } = script;
  for (const [index, passage] of passages.entries()) {
    const speaker = passage.delivery.voice;
    const isLast = index === passages.length - 1;
    const delivery = segmentDelivery(passage.delivery, voice);
    const latency = index === 0 ? plan.latency : 'natural';
    let isFirst = true;
    const places = passage.pronunciations && placePronunciations(passage.text, passage.pronunciations);
    for (const segment of segmentsOf(engineOf(speaker), speaker, { ...plan, latency, text: passage.text })) {
      const pronunciations = places?.take(segment.text) ?? [];
      yield {
        ...segment,
        ...(pronunciations.length > 0 ? { pronunciations } : {}),
        ...(isFirst && index === 0 && leadSeconds > 0 ? { silenceBeforeSeconds: leadSeconds } : {}),
        ...(isFirst && passage.marks.length > 0 ? { marks: passage.marks } : {}),
        ...(delivery === undefined ? {} : { delivery }),
        ...(segment.boundaryAfter === 'end' ? endOf(passage, segment, { isLast, pauses: plan.pauses }) : {}),
      };
      isFirst = false;
    }
  }
}

/** What follows the last segment of a passage: what the markup requests, otherwise what the text implies. */
function endOf(
  { boundaryAfter, pauseAfterSeconds }: Passage,
  { silenceAfterSeconds }: SpeechSegment,
  { isLast, pauses }: { readonly isLast: boolean; readonly pauses: PausePlan | undefined },
): Pick<SpeechSegment, 'boundaryAfter' | 'silenceAfterSeconds'> {
  const atBoundary = pauses === undefined || isLast ? undefined : pauseAt(boundaryAfter, pauses);
  const silence = pauseAfterSeconds ?? silenceAfterSeconds ?? atBoundary;
  return {
    boundaryAfter: isLast ? 'end' : boundaryAfter,
    ...(silence === undefined ? {} : { silenceAfterSeconds: silence }),
  };
}

function pauseAt(boundary: Passage['boundaryAfter'], pauses: PausePlan): number | undefined {
  if (boundary === 'clause') return undefined;
  return boundary === 'paragraph' ? pauses.paragraphBreak : pauses.sentenceBreak;
}

function segmentDelivery(
  { voice, rate, gainDb, emphasis }: Delivery,
  ofRequest: Voice,
): SegmentDelivery | undefined {
  const stress = emphasis === undefined || voice.supportsEmphasis ? { rate: 1, gainDb: 0 } : STRESS[emphasis];
  const delivery = {
    ...(voice.code === ofRequest.code ? {} : { voiceCode: voice.code }),
    ...(rate * stress.rate === 1 ? {} : { rate: rate * stress.rate }),
    ...(gainDb + stress.gainDb === 0 ? {} : { gainDb: gainDb + stress.gainDb }),
    ...(emphasis !== undefined && voice.supportsEmphasis ? { emphasisIntensity: INTENSITIES[emphasis] } : {}),
  };
  return Object.keys(delivery).length === 0 ? undefined : delivery;
}
