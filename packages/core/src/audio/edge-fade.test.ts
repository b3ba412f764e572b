import { describe, expect, it } from 'vitest';
import { fadeIn, fadeOut } from './edge-fade.ts';

describe('a fade', () => {
  const ones = (count: number): Float32Array => new Float32Array(count).fill(1);

  it('rises over its length and leaves the rest as it is', () => {
    const samples = ones(6);
    fadeIn(samples, 4);
    const [first = 0, second = 0, third = 0, fourth = 0] = samples;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(0.05);
    expect(first + fourth).toBeCloseTo(1, 6);
    expect(second + third).toBeCloseTo(1, 6);
    expect(second).toBeLessThan(third);
    expect([...samples.slice(4)]).toEqual([1, 1]);
  });

  it('falls as it rises', () => {
    const [rising, falling] = [ones(6), ones(6)];
    fadeIn(rising, 4);
    fadeOut(falling, 4);
    expect(falling.toReversed()).toEqual(rising);
  });

  it.each([fadeIn, fadeOut])('covers all of a shorter signal, and nothing for 0: $name', (fade) => {
    const short = ones(2);
    fade(short, 100);
    expect((short[0] ?? 0) + (short[1] ?? 0)).toBeCloseTo(1, 6);
    const whole = ones(3);
    fade(whole, 0);
    fade(new Float32Array(0), 4);
    expect([...whole]).toEqual([1, 1, 1]);
  });
});
