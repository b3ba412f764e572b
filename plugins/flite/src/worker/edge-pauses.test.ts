import { expect, it } from 'vitest';
import { readEdgePauses, silenceEdges } from './edge-pauses.ts';

const RATE = 1000;

it('reads the first pause of the first sentence and the last one of the last', () => {
  const phones = 'pau:0.232 y:0.278 eh:0.427 s:0.662 pau:0.751 \npau:0.200 hh:0.270 ae:0.494 pau:0.797 \n';
  const { leadSeconds, tailSeconds } = readEdgePauses(phones);
  expect(leadSeconds).toBe(0.232);
  expect(tailSeconds).toBeCloseTo(0.303, 9);
});

it('counts sentences without words as part of the pause beside them', () => {
  const phones = 'pau:0.200 \npau:0.100 y:0.278 pau:0.400 \npau:0.150 pau:0.250 \n';
  const { leadSeconds, tailSeconds } = readEdgePauses(phones);
  expect(leadSeconds).toBeCloseTo(0.3, 9);
  expect(tailSeconds).toBeCloseTo(0.122 + 0.25, 9);
});

it('finds a pause on one side only', () => {
  expect(readEdgePauses('pau:0.232 y:0.278 \n')).toEqual({ leadSeconds: 0.232, tailSeconds: 0 });
  expect(readEdgePauses('y:0.250 pau:0.500 \n')).toEqual({ leadSeconds: 0, tailSeconds: 0.25 });
});

it.each(['', '\n', 'nonsense', 'pau:0.278 \n', 'y:0.278 eh:0.427 \n', 'y:0.278 pau'])(
  'finds no pause in %j',
  (phones) => {
    expect(readEdgePauses(phones)).toEqual({ leadSeconds: 0, tailSeconds: 0 });
  },
);

it.each([
  // At speed 1 all but the last 15 ms of the first pause, and all but the first 60 ms of the last one.
  [1, 185, 860],
  [2, 170, 920],
])('silences both pauses at stretch %s but for what sounds beside them', (durationStretch, start, end) => {
  const samples = new Float32Array(1000).fill(0.5);
  silenceEdges(samples, { leadSeconds: 0.2, tailSeconds: 0.2 }, { sampleRateHz: RATE, durationStretch });
  expect(samples.findIndex((sample) => sample !== 0)).toBe(start);
  expect(samples.findLastIndex((sample) => sample !== 0)).toBe(end - 1);
  // Faded at the edges, whole between them.
  expect(samples[start]).toBeLessThan(0.05);
  expect(samples[end - 1]).toBeLessThan(0.05);
  expect(samples.subarray(200, 800).every((sample) => sample === 0.5)).toBe(true);
});

it('changes nothing without pauses, and nothing if they leave no speech', () => {
  for (const [leadSeconds, tailSeconds] of [
    [0, 0],
    [0.01, 0.05],
    [0.6, 0.6],
  ] as const) {
    const samples = new Float32Array(1000).fill(0.5);
    silenceEdges(samples, { leadSeconds, tailSeconds }, { sampleRateHz: RATE, durationStretch: 1 });
    expect(samples.every((sample) => sample === 0.5)).toBe(true);
  }
});
