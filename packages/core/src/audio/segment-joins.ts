import { samplesOfMs, silenceSamples } from './pcm-format.ts';
import { createSilenceTrimmer } from './silence-trimmer.ts';

/**
 * What separates a segment from the next one. `clause`: a cut inside a sentence, made so that the first
 * audio comes early; `end`: nothing follows.
 */
export type SegmentBoundary = 'clause' | 'sentence' | 'paragraph' | 'end';

export interface SegmentEnd {
  readonly boundary: SegmentBoundary;
  /** Requested pause. Absent: the engine's own prosody. */
  readonly silenceAfterSeconds?: number;
}

/** Joins synthesized segments to one continuous signal. One for each request. */
export interface SegmentJoiner {
  /**
   * Adds the next audio of the current segment, as the engine returns it.
   *
   * @param samples not changed, here or later
   * @returns what can be sent now, in order; mostly views of `samples`. Silence is held back until speech follows or the
   * segment ends.
   */
  push(samples: Float32Array): Float32Array[];
  /** Ends the current segment. The next `push` begins another one. @returns its rest and the pause */
  endSegment(end: SegmentEnd): Float32Array[];
  /**
   * The joiner's only state between two segments: how much silence the next one may begin with, in samples; `Infinity` for all of
   * its own. Another joiner created with it can continue for this one.
   */
  readonly leadSamples: number;
}

export interface SegmentJoinerOptions {
  readonly sampleRateHz: number;
  /** {@link SegmentJoiner.leadSamples} of the joiner to continue for. Default 0: the signal begins. */
  readonly leadSamples?: number;
}

/**
 * An engine speaks each segment like a whole sentence. Inside a sentence no more silence than this is
 * left between the speech before and after a cut.
 */
const CLAUSE_GAP_MS = 120;

/**
 * Joins segments without clicks, and with exact pauses where they are requested.
 *
 * - With `silenceAfterSeconds` the engine's silence on both sides is trimmed and exactly that many samples of
 *   digital silence are inserted. In this case a segment without speech adds its own pause and nothing else.
 * - Without it the engine's own silence stays, except for a `clause`, where at most 120 ms of it stay.
 * - Silence before the first speech is trimmed: for a listener it is latency.
 */
export function createSegmentJoiner({ sampleRateHz, leadSamples = 0 }: SegmentJoinerOptions): SegmentJoiner {
  const trimmer = createSilenceTrimmer({ sampleRateHz });
  const clauseGapSamples = samplesOfMs(CLAUSE_GAP_MS, sampleRateHz);
  let maxLeadSamples = leadSamples;
  trimmer.begin({ maxLeadSamples });

  function leadAfter(end: SegmentEnd, tailSamples: number): number {
    if (end.silenceAfterSeconds !== undefined) return 0;
    if (!trimmer.hasSpeech) return maxLeadSamples;
    if (end.boundary === 'clause') return clauseGapSamples - tailSamples;
    return Number.POSITIVE_INFINITY;
  }

  return {
    get leadSamples() {
      return maxLeadSamples;
    },
    push(samples) {
      return trimmer.push(samples).filter((piece) => piece.length > 0);
    },
    endSegment(end) {
      const { boundary, silenceAfterSeconds } = end;
      const isExact = silenceAfterSeconds !== undefined;
      const naturalTail = boundary === 'clause' ? clauseGapSamples : Number.POSITIVE_INFINITY;
      const { rest, tailSamples } = trimmer.end({ maxTailSamples: isExact ? 0 : naturalTail });
      maxLeadSamples = leadAfter(end, tailSamples);
      trimmer.begin({ maxLeadSamples });
      return [rest, silenceSamples(silenceAfterSeconds ?? 0, sampleRateHz)].filter(
        (piece) => piece.length > 0,
      );
    },
  };
}
