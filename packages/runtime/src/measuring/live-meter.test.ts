import { expect, it } from 'vitest';
import { createLatencyWindow } from './live-meter.ts';

it('returns the nearest-rank percentiles of the latest samples, and none without samples', () => {
  const window = createLatencyWindow();
  expect(window.percentiles()).toEqual({ p50: null, p95: null });
  window.add(7.04);
  expect(window.percentiles()).toEqual({ p50: 7, p95: 7 });
  for (let sample = 1; sample <= 99; sample++) window.add(1000 + sample);
  expect(window.percentiles()).toEqual({ p50: 1049, p95: 1094 });
  // Old samples do not count.
  for (let sample = 0; sample < 512; sample++) window.add(5);
  expect(window.percentiles()).toEqual({ p50: 5, p95: 5 });
});
