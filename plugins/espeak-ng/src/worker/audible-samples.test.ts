import { expect, it } from 'vitest';
import { holdSilence, join, toFloat } from './audible-samples.ts';

const silent = Float32Array.of(0, 0.005);
const loud = Float32Array.of(0.3, -0.2);

it('scales 16 bits to -1 … 1', () => {
  expect([...toFloat(Int16Array.of(0, 16_384, -32_768, 32_767))]).toEqual([0, 0.5, -1, 32_767 / 32_768]);
});

it('holds silence back until there is sound, then passes all on in order', () => {
  const passed: Float32Array[] = [];
  const take = holdSilence<Float32Array>((chunk) => passed.push(chunk));
  take(silent);
  expect(passed).toEqual([]);
  take(loud);
  take(silent);
  expect(passed).toEqual([silent, loud, silent]);
});

it('joins chunks', () => {
  expect(join([silent, loud])).toEqual(Float32Array.of(0, 0.005, 0.3, -0.2));
});
