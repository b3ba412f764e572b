import { describe, expect, it } from 'vitest';
import { isTokenOf, rotateTokenOf } from './app-tokens.ts';

const NOW_MS = Date.parse('2026-11-22T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const until = (ms: number): string => new Date(ms).toISOString();
const FIRST = { tokenId: 'first', retiredTokens: [] };

describe('rotating a token', () => {
  it('ends the old one at once without a grace period', () => {
    const rotated = rotateTokenOf(FIRST, { tokenId: 'second', graceMs: 0, nowMs: NOW_MS });
    expect(rotated).toEqual({ tokenId: 'second', retiredTokens: [] });
    expect(isTokenOf(rotated, 'second', NOW_MS)).toBe(true);
    expect(isTokenOf(rotated, 'first', NOW_MS)).toBe(false);
  });

  it('keeps the old one valid for the grace period and not a moment longer', () => {
    const rotated = rotateTokenOf(FIRST, { tokenId: 'second', graceMs: HOUR_MS, nowMs: NOW_MS });
    expect(rotated.retiredTokens).toEqual([{ tokenId: 'first', until: until(NOW_MS + HOUR_MS) }]);
    expect(isTokenOf(rotated, 'first', NOW_MS + HOUR_MS - 1)).toBe(true);
    expect(isTokenOf(rotated, 'first', NOW_MS + HOUR_MS)).toBe(false);
    expect(isTokenOf(rotated, 'second', NOW_MS + HOUR_MS)).toBe(true);
  });

  it('leaves earlier ones their time, but ends all of them without a grace period', () => {
    const second = rotateTokenOf(FIRST, { tokenId: 'second', graceMs: HOUR_MS, nowMs: NOW_MS });
    const third = rotateTokenOf(second, { tokenId: 'third', graceMs: 2 * HOUR_MS, nowMs: NOW_MS + 1 });
    expect(third.retiredTokens.map(({ tokenId }) => tokenId)).toEqual(['second', 'first']);
    const later = rotateTokenOf(third, { tokenId: 'fourth', graceMs: HOUR_MS, nowMs: NOW_MS + HOUR_MS });
    expect(later.retiredTokens.map(({ tokenId }) => tokenId)).toEqual(['third', 'second']);
    expect(rotateTokenOf(later, { tokenId: 'fifth', graceMs: 0, nowMs: NOW_MS }).retiredTokens).toEqual([]);
  });

  it('is refused while five old ones are valid, and reports how long', () => {
    const retiredTokens = Array.from({ length: 5 }, (_, index) => ({
      tokenId: `old-${index}`,
      until: until(NOW_MS + (index + 1) * HOUR_MS),
    }));
    const app = { tokenId: 'newest', retiredTokens };
    expect(() => rotateTokenOf(app, { tokenId: 'next', graceMs: 1000, nowMs: NOW_MS })).toThrow(
      expect.objectContaining({ code: 'REQUEST_RATE_EXCEEDED', details: { retryAfterSeconds: 3600 } }),
    );
    expect(rotateTokenOf(app, { tokenId: 'next', graceMs: 0, nowMs: NOW_MS }).tokenId).toBe('next');
  });
});
