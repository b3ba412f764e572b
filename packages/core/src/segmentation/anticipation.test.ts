import { expect, it } from 'vitest';
import { anticipateAfterMs } from './anticipation.ts';

it.each([
  [800, 0, 400],
  [800, 0.5, 500],
  [800, 1, 600],
  // Before the last sample of the utterance is certain nothing can be decoded.
  [400, 0, 300],
  [400, 1, 300],
  [200, 1, 200],
])(
  'an utterance that %d ms end is decoded with workers %d busy after %d ms',
  (timeoutMs, busy, expectedMs) => {
    expect(anticipateAfterMs(timeoutMs, busy)).toBe(expectedMs);
  },
);
