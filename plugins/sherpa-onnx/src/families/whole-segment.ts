import type { SegmentLimits } from './family.ts';

/** For models without a limit of their own: limited so that one unit of work stays small. */
export const WHOLE_SEGMENT: SegmentLimits = { maxSamples: 30 * 16_000, leadSamples: 0, tailSamples: 4000 };
