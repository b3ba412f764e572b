import { createSegmentJoiner } from '@parlance/core/audio';
import { describe, expect, it } from 'vitest';
import { CLICK_RATIO, largestStep } from './click-detector.ts';
import { measurePitch } from './fundamental-frequency.ts';
import { noise } from './noise.ts';
import { clippedFraction, longestSilence, peak, rmsDb } from './signal-measures.ts';

const RATE = 22_050;

function tone(hz: number, seconds: number, amplitude = 0.5, rateHz = RATE): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * rateHz) },
    (_, index) => amplitude * Math.sin((2 * Math.PI * hz * (index + 0.5)) / rateHz),
  );
}

/** A voice-like pulse train: all overtones up to 4 kHz, falling by 6 dB an octave. */
function pulses(hzAt: (seconds: number) => number, seconds: number, rateHz = RATE): Float32Array {
  let phase = 0;
  return Float32Array.from({ length: Math.round(seconds * rateHz) }, (_, index) => {
    const hz = hzAt(index / rateHz);
    phase += (2 * Math.PI * hz) / rateHz;
    let sample = 0;
    for (let overtone = 1; overtone * hz < 4000; overtone++) sample += Math.sin(overtone * phase) / overtone;
    return 0.2 * sample;
  });
}

function joined(...pieces: Float32Array[]): Float32Array {
  return Float32Array.from(pieces.flatMap((piece) => [...piece]));
}

describe('level measures', () => {
  it('measures the level of a tone and of silence', () => {
    expect(rmsDb(tone(440, 1, 1))).toBeCloseTo(-3.01, 2);
    expect(rmsDb(tone(440, 1, 0.1))).toBeCloseTo(-23.01, 2);
    expect(rmsDb(new Float32Array(100))).toBe(-120);
    expect(rmsDb(new Float32Array(0))).toBe(-120);
    expect(peak(Float32Array.of(0.1, -0.7, 0.3))).toBeCloseTo(0.7);
  });

  it('counts samples at full scale, including that of 16 bits', () => {
    expect(clippedFraction(Float32Array.of(1, -1, 32_767 / 32_768, 1.5, 0.999, 0, 0, 0))).toBe(0.5);
    expect(clippedFraction(new Float32Array(0))).toBe(0);
  });

  it('finds the longest silence and its position, also at the ends', () => {
    const signal = joined(new Float32Array(100), tone(440, 0.1), new Float32Array(500), tone(440, 0.1));
    expect(longestSilence(signal)).toEqual({ startSamples: 100 + 2205, samples: 500 });
    expect(longestSilence(joined(tone(440, 0.1), new Float32Array(700)))).toEqual({
      startSamples: 2205,
      samples: 700,
    });
    expect(longestSilence(new Float32Array(9).fill(0.5)).samples).toBe(0);
  });

  it('counts only zeros as digital silence', () => {
    const signal = joined(noise(300, 1e-4), new Float32Array(50), noise(300, 1e-4));
    expect(longestSilence(signal, { thresholdDb: Number.NEGATIVE_INFINITY })).toEqual({
      startSamples: 300,
      samples: 50,
    });
    expect(longestSilence(signal, { thresholdDb: -79 }).samples).toBe(650);
  });
});

describe('largestStep', () => {
  it.each([
    ['a tone', tone(200, 0.5)],
    ['a high tone', tone(8000, 0.5)],
    ['a voice', pulses(() => 120, 0.5)],
    ['noise', noise(10_000, 0.5)],
    [
      'a voice next to silence',
      joined(
        new Float32Array(2000),
        pulses(() => 120, 0.5),
        new Float32Array(2000),
      ),
    ],
  ])('finds no click in %s', (_name, signal) => {
    expect(largestStep(signal, { sampleRateHz: RATE }).ratio).toBeLessThan(CLICK_RATIO);
  });

  it.each([
    ['a missing stretch of a tone', joined(tone(200, 0.25).slice(0, 5485), tone(200, 0.25).slice(27)), 5485],
    ['a tone cut off at its crest', joined(tone(200, 0.25).slice(0, 5485), new Float32Array(3000)), 5485],
    ['a click in quiet noise', joined(noise(3000, 1e-3), Float32Array.of(0.1), noise(3000, 1e-3)), 3000],
  ])('finds %s', (_name, signal, atSamples) => {
    const step = largestStep(signal, { sampleRateHz: RATE });
    expect(step.ratio).toBeGreaterThan(CLICK_RATIO);
    expect(Math.abs(step.atSamples - atSamples)).toBeLessThanOrEqual(1);
  });

  it('searches only the given range', () => {
    const signal = joined(tone(200, 0.25).slice(0, 5485), new Float32Array(3000));
    expect(largestStep(signal, { sampleRateHz: RATE, from: 6000 }).step).toBe(0);
    expect(largestStep(signal, { sampleRateHz: RATE, to: 5400 }).ratio).toBeLessThan(CLICK_RATIO);
  });

  it('finds no click where segments that were cut off in full voice are joined', () => {
    const joiner = createSegmentJoiner({ sampleRateHz: RATE });
    const voice = tone(200, 0.3);
    const pieces = (['clause', 'sentence', 'paragraph', 'end'] as const).flatMap((boundary, index) => [
      ...joiner.push(voice.slice(27, 5485 + index)),
      ...joiner.endSegment(index % 2 === 0 ? { boundary } : { boundary, silenceAfterSeconds: 0.1 }),
    ]);
    const signal = joined(...pieces, new Float32Array(100));
    expect(largestStep(signal, { sampleRateHz: RATE }).ratio).toBeLessThan(CLICK_RATIO);
    expect(largestStep(joined(voice.slice(27, 5485), voice), { sampleRateHz: RATE }).ratio).toBeGreaterThan(
      CLICK_RATIO,
    );
  });
});

describe('measurePitch', () => {
  it.each([
    [80, 8000],
    [120, 16_000],
    [210, 22_050],
    [330, 44_100],
  ])('measures a voice of %i Hz at a rate of %i Hz within 1 %%', (hz, rateHz) => {
    const { medianHz, spreadSemitones } = measurePitch(
      pulses(() => hz, 0.5, rateHz),
      { sampleRateHz: rateHz },
    );
    expect(Math.abs(medianHz / hz - 1)).toBeLessThan(0.01);
    expect(spreadSemitones).toBeLessThan(0.3);
  });

  it('measures the spread of a melody', () => {
    const flat = measurePitch(
      pulses((at) => 120 * 2 ** (Math.sin(9 * at) / 12), 1),
      { sampleRateHz: RATE },
    );
    const lively = measurePitch(
      pulses((at) => 120 * 2 ** ((4 * Math.sin(9 * at)) / 12), 1),
      { sampleRateHz: RATE },
    );
    expect(flat.spreadSemitones).toBeCloseTo(0.7, 0.5);
    expect(lively.spreadSemitones / flat.spreadSemitones).toBeGreaterThan(3);
  });

  it('finds no pitch in noise or silence', () => {
    expect(measurePitch(noise(RATE, 0.3), { sampleRateHz: RATE }).voicedHz).toEqual([]);
    expect(measurePitch(new Float32Array(RATE), { sampleRateHz: RATE }).medianHz).toBe(0);
  });
});
