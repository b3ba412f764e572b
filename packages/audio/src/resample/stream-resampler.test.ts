import type { StreamResampler } from '@parlance/core/audio';
import { LIMITS } from '@parlance/core/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decibels, fitTone, middleRms, tone } from '../../test/tone.ts';
import { createAudioCodec } from '../codec/audio-codec.ts';
import { joinSamples } from '../codec/join-samples.ts';

const codec = createAudioCodec();
const ratesHz: readonly number[] = LIMITS.synthesis.sampleRatesHz;
const pairs = ratesHz.flatMap((from) => ratesHz.filter((to) => to !== from).map((to) => [from, to] as const));

function feed(resampler: StreamResampler, samples: Float32Array, cuts: readonly number[] = []): Float32Array {
  const edges = [0, ...cuts, samples.length];
  const pieces = edges.slice(1).map((end, index) => resampler.resample(samples.subarray(edges[index], end)));
  return joinSamples([...pieces, resampler.finish()]);
}

async function convert(samples: Float32Array, fromHz: number, toHz: number): Promise<Float32Array> {
  return feed(await codec.openResampler(fromHz, toHz), samples);
}

function noise(samples: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: samples }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  });
}

describe.each(pairs)('from %i Hz to %i Hz', (fromHz, toHz) => {
  const nyquistHz = Math.min(fromHz, toHz) / 2;
  const samples = fromHz / 2;

  it('keeps level and timing of tones in the passband, and adds no images', async () => {
    for (const share of [0.02, 0.3, 0.6, 0.8, 0.85]) {
      const frequencyHz = share * nyquistHz;
      const output = await convert(tone(frequencyHz, fromHz, samples), fromHz, toHz);
      const fit = fitTone(output, frequencyHz, toHz);
      expect(Math.abs(decibels(fit.amplitude / 0.9))).toBeLessThan(0.01);
      expect(Math.abs(fit.phaseRadians)).toBeLessThan(1e-4);
      expect(decibels((fit.residueRms * Math.SQRT2) / 0.9)).toBeLessThan(-113);
    }
  });

  it.each([
    [0.9, -2.1],
    [0.95, -19.9],
  ])('attenuates between the bands: %d of the lower Nyquist frequency by %d dB', async (share, levelDb) => {
    const frequencyHz = share * nyquistHz;
    const output = await convert(tone(frequencyHz, fromHz, samples), fromHz, toHz);
    expect(Math.abs(decibels(fitTone(output, frequencyHz, toHz).amplitude / 0.9) - levelDb)).toBeLessThan(
      0.1,
    );
  });

  it('removes tones of the stopband, so that there is no aliasing', async () => {
    const shares = [1.001, 1.05, 1.1, 1.15, 1.2, 1.5, 2, 2.7, 3.9, 5.5];
    for (const share of shares.filter((factor) => factor * nyquistHz < fromHz / 2)) {
      const frequencyHz = share * nyquistHz;
      const limitDb = share < 1.05 ? -95 : -113;
      const output = await convert(tone(frequencyHz, fromHz, samples), fromHz, toHz);
      expect(decibels((middleRms(output) * Math.SQRT2) / 0.9)).toBeLessThan(limitDb);
    }
  });

  it('keeps the time of an impulse', async () => {
    const input = new Float32Array(fromHz / 10);
    const atSample = Math.floor(fromHz / 20);
    input[atSample] = 1;
    const output = await convert(input, fromHz, toHz);
    const peak = output.reduce((best, value, index) => (value > (output[best] ?? 0) ? index : best), 0);
    expect(Math.abs(peak / toHz - atSample / fromHz)).toBeLessThanOrEqual(0.5 / toHz + 1e-9);
  });

  it.each([0, 1, 2, 137, 4409, 70_001])('returns round(n · to / from) samples for %i', async (length) => {
    const output = await convert(noise(length, 3), fromHz, toHz);
    expect(output.length).toBe(Math.round((length * toHz) / fromHz));
  });
});

describe('a stream resampler', () => {
  it('returns the same samples, however the input is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...pairs),
        fc.integer({ min: 0, max: 3000 }),
        fc.array(fc.nat(3000), { maxLength: 30 }),
        async ([fromHz, toHz], length, cuts) => {
          const input = noise(length, length);
          const inside = cuts.filter((cut) => cut <= length).sort((a, b) => a - b);
          const whole = await convert(input, fromHz, toHz);
          expect(feed(await codec.openResampler(fromHz, toHz), input, inside)).toEqual(whole);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('returns the same samples for single samples as for one piece', async () => {
    const input = noise(2000, 5);
    const cuts = Array.from({ length: 1999 }, (_, index) => index + 1);
    const output = feed(await codec.openResampler(22_050, 16_000), input, cuts);
    expect(output).toEqual(await convert(input, 22_050, 16_000));
  });

  it('starts with a clean state, even if its converter was used before', async () => {
    const fresh = createAudioCodec();
    const input = noise(5000, 9);
    const first = feed(await fresh.openResampler(44_100, 8000), input);
    const other = await fresh.openResampler(8000, 48_000);
    other.resample(noise(777, 2));
    other.dispose();
    expect(feed(await fresh.openResampler(44_100, 8000), input)).toEqual(first);
  });

  it('is independent of others that run at the same time', async () => {
    const inputs = [noise(4000, 1), noise(4000, 2)] as const;
    const alone = await Promise.all(inputs.map((input) => convert(input, 24_000, 16_000)));
    const [one, two] = await Promise.all([
      codec.openResampler(24_000, 16_000),
      codec.openResampler(24_000, 16_000),
    ]);
    const outputs: [Float32Array[], Float32Array[]] = [[], []];
    for (let at = 0; at < 4000; at += 250) {
      outputs[0].push(one.resample(inputs[0].subarray(at, at + 250)));
      outputs[1].push(two.resample(inputs[1].subarray(at, at + 250)));
    }
    outputs[0].push(one.finish());
    outputs[1].push(two.finish());
    expect(outputs.map(joinSamples)).toEqual(alone);
  });

  it('releases its converter once, however often it is ended: the next two streams have one each', async () => {
    const fresh = createAudioCodec();
    const inputs = [noise(4000, 1), noise(4000, 2)] as const;
    const alone = await Promise.all(inputs.map((input) => convert(input, 24_000, 16_000)));
    const ended = await fresh.openResampler(8000, 16_000);
    ended.finish();
    ended.dispose();
    ended.dispose();
    const [one, two] = [await fresh.openResampler(24_000, 16_000), await fresh.openResampler(24_000, 16_000)];
    const first = one.resample(inputs[0]);
    const second = two.resample(inputs[1]);
    expect([joinSamples([first, one.finish()]), joinSamples([second, two.finish()])]).toEqual(alone);
  });

  it('copies its input if the rates are equal', async () => {
    const resampler = await codec.openResampler(16_000, 16_000);
    const input = noise(100, 4);
    const output = resampler.resample(input);
    expect(output).toEqual(input);
    expect(output.buffer).not.toBe(input.buffer);
    expect(resampler.finish()).toHaveLength(0);
  });

  it('treats samples that are not finite as silence', async () => {
    const input = noise(3000, 6);
    const silenced = input.slice();
    for (const [at, value] of [
      [10, Number.NaN],
      [20, Number.POSITIVE_INFINITY],
    ] as const) {
      input[at] = value;
      silenced[at] = 0;
    }
    expect(await convert(input, 48_000, 16_000)).toEqual(await convert(silenced, 48_000, 16_000));
  });

  it('refuses use after its end, when another stream may have its converter', async () => {
    const resampler = await codec.openResampler(8000, 16_000);
    resampler.finish();
    resampler.dispose();
    expect(() => resampler.resample(new Float32Array(1))).toThrow(
      expect.objectContaining({ code: 'INTERNAL' }),
    );
    expect(() => resampler.finish()).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
  });

  it.each([0, 1, 7999, 192_001, 16_000.5, Number.NaN])('refuses a rate of %d Hz', async (rateHz) => {
    await expect(codec.openResampler(rateHz, 16_000)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(codec.openResampler(16_000, rateHz)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
