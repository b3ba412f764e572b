import fc from 'fast-check';
import { expect, it } from 'vitest';
import { padSegment } from './pad-segment.ts';

const limits = { maxSamples: 1000, leadSamples: 40, tailSamples: 60 };

it('keeps the segment whole and never passes the longest input', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), (length) => {
      const segment = Float32Array.from({ length }, (_, index) => index + 1);
      const { samples, leadSamples } = padSegment(segment, limits);
      expect(samples.length).toBeLessThanOrEqual(1000);
      expect(samples.subarray(leadSamples, leadSamples + length)).toEqual(segment);
      expect(samples.length).toBe(Math.min(1000, length + 100));
    }),
  );
});
