import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 8, 0, 0);
const DAY_MS = 86_400_000;

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['86401', DAY_MS],
    ['9999999999', DAY_MS],
    ['Sat, 21 Nov 2026 08:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 07:59:00 GMT', 0],
    ['Mon, 23 Nov 2026 08:00:00 GMT', DAY_MS],
    ['Saturday, 21-Nov-26 08:01:00 GMT', 60_000],
    ['Sat Nov 21 08:01:00 2026', 60_000],
  ])('%j means %i ms', (text, afterMs) => {
    expect(readRetryAfter(text, NOW_MS)).toBe(afterMs);
  });

  it.each([undefined, '', '-5', '1.5', '5 seconds', 'soon', '2026-11-21', '1e3', '99999999999', '5, 10'])(
    '%j means nothing',
    (text) => expect(readRetryAfter(text, NOW_MS)).toBe(null),
  );
});
