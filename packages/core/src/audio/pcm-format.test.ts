import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  billableSeconds,
  concatSamples,
  createPcm16Decoder,
  decodePcm16,
  durationSeconds,
  encodePcm16,
  samplesOfInt16,
  samplesOfMs,
  silenceSamples,
} from './pcm-format.ts';

function stepsOf(...samples: number[]): number[] {
  const bytes = encodePcm16(Float32Array.from(samples));
  const view = new DataView(bytes.buffer);
  return samples.map((_, index) => view.getInt16(index * 2, true));
}

describe('16-bit PCM', () => {
  it('in words is what it is in bytes', () => {
    const words = Int16Array.of(0, 1, -1, 32_767, -32_768, 12_345);
    expect(samplesOfInt16(words)).toEqual(decodePcm16(new Uint8Array(words.buffer)));
    expect([...samplesOfInt16(Int16Array.of(16_384, -32_768))]).toEqual([0.5, -1]);
    expect(samplesOfInt16(new Int16Array())).toHaveLength(0);
  });

  it.each([
    [0, 0],
    [-0, 0],
    [0.5, 16_384],
    [-0.5, -16_384],
    [-1, -32_768],
    [1, 32_767],
    [1.5, 32_767],
    [-7, -32_768],
    [Number.POSITIVE_INFINITY, 32_767],
    [Number.NEGATIVE_INFINITY, -32_768],
    [Number.NaN, 0],
    [0.4 / 32_768, 0],
    [-0.4 / 32_768, 0],
    [0.5 / 32_768, 1],
    [-0.5 / 32_768, -1],
    [2.5 / 32_768, 3],
    [-2.5 / 32_768, -3],
  ])('encodes %s as step %s', (sample, step) => {
    expect(stepsOf(sample)).toEqual([step]);
  });

  it('is little-endian', () => {
    expect([...encodePcm16(Float32Array.of(0x1234 / 32_768, -2 / 32_768))]).toEqual([0x34, 0x12, 0xfe, 0xff]);
  });

  it('carries each of the 65 536 values through floats unchanged', () => {
    const bytes = new Uint8Array(131_072);
    const view = new DataView(bytes.buffer);
    for (let value = -32_768; value <= 32_767; value++) view.setInt16((value + 32_768) * 2, value, true);
    expect(Buffer.compare(encodePcm16(decodePcm16(bytes)), bytes)).toBe(0);
  });

  it('decodes the same samples however the bytes are cut, odd cuts too', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 9 }), { maxLength: 20 }), (chunks) => {
        const whole = Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
        const decoder = createPcm16Decoder();
        const samples = concatSamples(chunks.map((chunk) => decoder.decode(chunk)));
        expect(samples).toEqual(decodePcm16(whole));
        expect(samples.length).toBe(Math.floor(whole.length / 2));
        expect(decoder.waitingBytes).toBe(whole.length % 2);
      }),
    );
  });

  it('rounds charged seconds up, but not whole ones', () => {
    expect(billableSeconds(0, 16_000)).toBe(0);
    expect(billableSeconds(1, 16_000)).toBe(1);
    expect(billableSeconds(48_000, 16_000)).toBe(3);
    expect(billableSeconds(48_001, 16_000)).toBe(4);
    expect(durationSeconds(11_025, 22_050)).toBe(0.5);
  });

  it('converts times to the nearest whole number of samples', () => {
    expect(samplesOfMs(5, 22_050)).toBe(110);
    expect(silenceSamples(0.3, 22_050).length).toBe(6615);
    expect(silenceSamples(0.1, 11_025).length).toBe(1103);
  });
});
