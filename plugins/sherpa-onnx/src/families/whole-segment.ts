import type { SegmentLimits } from './family.ts';

/** Models without a window of their own: bounded so that one unit of work stays small. */
export const WHOLE_SEGMENT: SegmentLimits = { maxSamples: 30 * 16_000, leadSamples: 0, tailSamples: 4000 };
