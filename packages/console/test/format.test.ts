import { describe, expect, it } from 'vitest';
import { formatDuration } from '../browser/state/format.ts';

describe('a duration', () => {
  it.each([
    [999, '999 ms'],
    [1500, '1.5 s'],
    [59_400, '59 s'],
    [60_000, '1 min 0 s'],
    [119_600, '2 min 0 s'],
    [3_599_700, '60 min 0 s'],
  ])('of %i ms is %s', (durationMs, text) => {
    expect(formatDuration(durationMs)).toBe(text);
  });
});
