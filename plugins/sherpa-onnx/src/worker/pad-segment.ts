import type { SegmentLimits } from '../families/family.ts';

/** A segment with silence around it. */
export interface PaddedSegment {
  readonly samples: Float32Array;
  /** The silence before the segment's first sample. */
  readonly leadSamples: number;
}

/**
 * Adds the silence around a segment that its model needs, or less if the longest input leaves no room for it.
 *
 * @param segment at most `limits.maxSamples` long
 */
export function padSegment(segment: Float32Array, limits: SegmentLimits): PaddedSegment {
  const roomSamples = Math.max(0, limits.maxSamples - segment.length);
  const wantedSamples = limits.leadSamples + limits.tailSamples;
  const givenSamples = Math.min(wantedSamples, roomSamples);
  const leadSamples = wantedSamples && Math.floor((limits.leadSamples * givenSamples) / wantedSamples);
  const tailSamples = givenSamples - leadSamples;
  const samples = new Float32Array(leadSamples + segment.length + tailSamples);
  samples.set(segment, leadSamples);
  return { samples, leadSamples };
}
