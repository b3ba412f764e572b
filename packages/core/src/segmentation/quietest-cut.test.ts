import { describe, expect, it } from 'vitest';
import { quietestCut } from './quietest-cut.ts';

const RATE_HZ = 16_000;
const MS = RATE_HZ / 1000;

/** A buzz whose level changes: for so many milliseconds it has this amplitude. */
function levels(...stretches: readonly (readonly [ms: number, amplitude: number])[]): Float32Array {
  return Float32Array.from(
    stretches.flatMap(([ms, amplitude]) =>
      Array.from({ length: ms * MS }, (_, index) => (index % 2 === 0 ? amplitude : -amplitude)),
    ),
  );
}

/** @returns the place in milliseconds */
function cutMs(
  samples: Float32Array,
  probabilityAt: (ms: number) => number = () => 1,
  [fromMs, toMs] = [0, samples.length / MS],
): number {
  const search = { samples, sampleRateHz: RATE_HZ, from: fromMs * MS, to: toMs * MS };
  return quietestCut({ ...search, probabilityAt: (index) => probabilityAt(index / MS) }) / MS;
}

describe('the place to cut running speech', () => {
  it('is in the middle of its quietest stretch', () => {
    const at = cutMs(levels([300, 0.5], [100, 0.05], [300, 0.5], [100, 0.01], [300, 0.5]));
    expect(at).toBeGreaterThan(740);
    expect(at).toBeLessThan(760);
  });

  it('is rather in a pause that is not all silent than in the closure of a consonant', () => {
    const at = cutMs(levels([300, 0.5], [50, 0], [300, 0.5], [120, 0.05], [300, 0.5]));
    expect(at).toBeGreaterThan(650);
    expect(at).toBeLessThan(770);
  });

  it('is the latest of equal ones, digital silence or not', () => {
    const silences = levels([200, 0.5], [200, 0], [200, 0.5], [200, 0], [200, 0.5]);
    expect(cutMs(silences)).toBeGreaterThan(600);
    const hum = levels([200, 0.5], [200, 0], [200, 0.5], [200, 1e-6], [200, 0.5]);
    expect(cutMs(hum)).toBeGreaterThan(600);
    expect(cutMs(levels([500, 0.1]))).toBeGreaterThan(450);
  });

  it('is rather where nobody speaks than where it is quieter, but not for more than 20 dB', () => {
    const speechAt = (ms: number): number => (ms < 400 ? 1 : 0);
    // A quiet vowel, and noise between words that is 14 dB louder.
    const noise = levels([100, 0.5], [300, 0.02], [300, 0.1], [100, 0.5]);
    expect(cutMs(noise, speechAt)).toBeGreaterThan(400);
    const louder = levels([100, 0.5], [300, 0.02], [300, 0.3], [100, 0.5]);
    expect(cutMs(louder, speechAt)).toBeLessThan(400);
  });

  it('lies in the range, be it ever so much quieter elsewhere', () => {
    const samples = levels([300, 0], [300, 0.3], [300, 0]);
    const at = cutMs(samples, () => 1, [350, 550]);
    expect(at).toBeGreaterThanOrEqual(350);
    expect(at).toBeLessThanOrEqual(550);
    expect(cutMs(samples, () => 1, [401, 403])).toBe(403);
    expect(cutMs(new Float32Array(0), () => 1, [0, 0])).toBe(0);
  });

  it('is found at rates at which ten milliseconds have hardly a sample', () => {
    const samples = Float32Array.of(1, 0, 1, 1);
    expect(quietestCut({ samples, sampleRateHz: 10, from: 0, to: 3, probabilityAt: () => 0 })).toBeLessThan(
      4,
    );
  });
});
