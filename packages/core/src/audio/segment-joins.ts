import { samplesOfMs, silenceSamples } from './pcm-format.ts';
import { createSilenceTrimmer } from './silence-trimmer.ts';

/**
 * What lies between a segment and the next one. `clause`: a cut that we made inside a sentence, so that the first
 * audio comes early; `end`: nothing follows.
 */
export type SegmentBoundary = 'clause' | 'sentence' | 'paragraph' | 'end';

export interface SegmentEnd {
  readonly boundary: SegmentBoundary;
  /** Asked pause. Absent: the engine's own prosody. */
  readonly silenceAfterSeconds?: number;
}

/** Makes one continuous signal of synthesized segments. One for each request. */
export interface SegmentJoiner {
  /**
   * The next audio of the present segment, as the engine gives it.
   *
   * @param samples not changed, here or later
   * @returns what can be sent now, in order; mostly views of `samples`. Silence is held back until speech follows or the
   * segment ends.
   */
  push(samples: Float32Array): Float32Array[];
  /** Ends the present segment. The next `push` begins another one. @returns its rest and the pause */
  endSegment(end: SegmentEnd): Float32Array[];
  /**
   * All that is held between two segments: how much silence the next one may begin with, in samples; `Infinity` for all of
   * its own. Another joiner made with it goes on in this one's place.
   */
  readonly leadSamples: number;
}

export interface SegmentJoinerOptions {
  readonly sampleRateHz: number;
  /** {@link SegmentJoiner.leadSamples} of the joiner to go on for. Default 0: the signal begins. */
  readonly leadSamples?: number;
}

/**
 * An engine speaks each segment as if it were a sentence of its own. Inside a sentence no more silence than this is
 * left between the speech before and after a cut.
 */
const CLAUSE_GAP_MS = 120;

/**
 * Joins segments without clicks, and with exact pauses where they are asked for.
 *
 * - With `silenceAfterSeconds` the engine's silence on both sides is trimmed and exactly that many samples of
 *   digital silence lie between. There a segment without speech adds its own pause and nothing else.
 * - Without it the engine's own silence stays, but for a `clause`, where at most 120 ms of it do.
 * - Silence before the very first speech is trimmed: for a listener it is latency.
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
