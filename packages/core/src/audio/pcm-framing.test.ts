import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatSamples } from './pcm-format.ts';
import { createFramer } from './pcm-framing.ts';

const chunking = fc.record({
  frameSamples: fc.integer({ min: 1, max: 9 }),
  chunkLengths: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 20 }),
  pad: fc.boolean(),
});

/** 1, 2, 3 … so that each sample is told from each other. */
function signalOf(samples: number): Float32Array {
  return Float32Array.from({ length: samples }, (_, index) => index + 1);
}

function cut(signal: Float32Array, lengths: readonly number[]): Float32Array[] {
  let from = 0;
  return lengths.map((length) => {
    from += length;
    return signal.subarray(from - length, from);
  });
}

describe('createFramer', () => {
  it('gives the same frames and remainder for any chunking', () => {
    fc.assert(
      fc.property(chunking, ({ frameSamples, chunkLengths, pad }) => {
        const total = chunkLengths.reduce((sum, length) => sum + length, 0);
        const signal = signalOf(total);
        const framer = createFramer({ frameSamples });
        const frames = cut(signal, chunkLengths).flatMap((chunk) => framer.push(chunk));
        const rest = total % frameSamples;
        expect(frames.every((frame) => frame.length === frameSamples)).toBe(true);
        expect(concatSamples(frames)).toEqual(signal.slice(0, total - rest));
        expect(framer.waitingSamples).toBe(rest);
        const remainder = framer.flush({ pad });
        expect(remainder.length).toBe(pad && rest > 0 ? frameSamples : rest);
        expect(remainder.slice(0, rest)).toEqual(signal.slice(total - rest));
        expect(remainder.slice(rest).every((sample) => sample === 0)).toBe(true);
        expect(framer.flush({ pad }).length).toBe(0);
      }),
    );
  });

  it('gives blocks that are its frames, one after another', () => {
    fc.assert(
      fc.property(chunking, ({ frameSamples, chunkLengths }) => {
        const signal = signalOf(chunkLengths.reduce((sum, length) => sum + length, 0));
        const [one, other] = [createFramer({ frameSamples }), createFramer({ frameSamples })];
        for (const chunk of cut(signal, chunkLengths)) {
          expect(one.pushBlock(chunk)).toEqual(concatSamples(other.push(chunk)));
        }
      }),
    );
  });

  it("gives each frame its own buffer, which is never the chunk's", () => {
    const chunk = signalOf(4);
    const frames = createFramer({ frameSamples: 2 }).push(chunk);
    expect(new Set([chunk, ...frames].map((samples) => samples.buffer)).size).toBe(3);
  });

  it('starts again after a flush', () => {
    const framer = createFramer({ frameSamples: 3 });
    framer.push(signalOf(2));
    framer.flush({ pad: false });
    expect(framer.push(signalOf(3))).toEqual([signalOf(3)]);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses frames of %s samples', (frameSamples) => {
    expect(() => createFramer({ frameSamples })).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
  });
});
