import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatSamples } from './pcm-format.ts';
import { createSilenceTrimmer } from './silence-trimmer.ts';

/** Frames of 40 samples, fades of 32; 200 samples of a decay are kept. */
const RATE_HZ = 8000;
const FADE = 32;
const KEPT = 200;
/** Below what counts as speech, but not inaudible: -63 dB. */
const FAINT = 0.0007;

/** A signal of stretches of one value each, which changes its sign from sample to sample. */
const signalOf = (...stretches: readonly (readonly [samples: number, level: number])[]): Float32Array =>
  concatSamples(
    stretches.map(([samples, level]) =>
      Float32Array.from({ length: samples }, (_, index) => (index % 2 === 0 ? level : -level)),
    ),
  );

interface Ends {
  readonly lead?: number;
  readonly tail?: number;
}
function trimmed(pieces: readonly Float32Array[], { lead = 0, tail = 0 }: Ends = {}) {
  const trimmer = createSilenceTrimmer({ sampleRateHz: RATE_HZ });
  trimmer.begin({ maxLeadSamples: lead });
  const pushed = pieces.map((piece) => trimmer.push(piece));
  const { hasSpeech } = trimmer;
  const { rest, tailSamples } = trimmer.end({ maxTailSamples: tail });
  return { samples: concatSamples([...pushed.flat(), rest]), pushed, tailSamples, hasSpeech };
}
const ALL = { lead: Number.POSITIVE_INFINITY, tail: Number.POSITIVE_INFINITY };

describe('silence around speech', () => {
  const signal = signalOf([403, 0], [600, 0.5], [397, 0]);

  it('is removed to the sample, without a fade where nothing is audible', () => {
    const { samples, tailSamples, hasSpeech } = trimmed([signal]);
    expect(samples).toEqual(signal.slice(403, 1003));
    expect([tailSamples, hasSpeech]).toEqual([0, true]);
  });

  it('stays as long as it may', () => {
    const { samples, tailSamples } = trimmed([signal], { lead: 100, tail: 50 });
    expect(samples).toEqual(signal.slice(303, 1053));
    expect(tailSamples).toBe(50);
    const longer = trimmed([signal], { lead: 1000, tail: 1000 });
    expect([longer.samples, longer.tailSamples]).toEqual([signal, 397]);
  });

  it('stays whole if all of it may', () => {
    const { samples, tailSamples } = trimmed([signal], ALL);
    expect([samples, tailSamples]).toEqual([signal, 397]);
  });

  it('is kept for 25 ms where it is faint, and faded in and out', () => {
    const faint = signalOf([400, FAINT], [600, 0.5], [400, FAINT]);
    const { samples, tailSamples } = trimmed([faint]);
    expect([samples.length, tailSamples]).toEqual([KEPT + 600 + KEPT, 0]);
    const unfaded = faint.slice(400 - KEPT, 1000 + KEPT);
    expect(samples.slice(FADE, -FADE)).toEqual(unfaded.slice(FADE, -FADE));
    expect(Math.abs(samples[0] ?? 1)).toBeLessThan(FAINT / 10);
    expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(FAINT / 10);
  });

  it('is faded at an edge where the signal itself begins and ends', () => {
    const { samples } = trimmed([signalOf([400, 0.5])]);
    expect(samples.length).toBe(400);
    expect(Math.abs(samples[0] ?? 1)).toBeLessThan(0.05);
    expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.05);
    expect(Math.abs(samples[FADE] ?? 0)).toBe(0.5);
    // At its beginning too if all of its lead is kept.
    const kept = trimmed([signalOf([400, FAINT], [400, 0.5])], { lead: Number.POSITIVE_INFINITY });
    expect(Math.abs(kept.samples[0] ?? 1)).toBeLessThan(FAINT / 10);
    expect(kept.samples[400 + FADE]).toBe(0.5);
  });

  it('keeps the burst of a plosive at the edge', () => {
    const { samples } = trimmed([signalOf([400, 0], [40, 0.9], [400, 0])]);
    expect(samples).toEqual(signalOf([40, 0.9]));
  });
});

describe('a segment without speech', () => {
  it.each([
    ['silence', signalOf([500, 0])],
    ['faint noise', signalOf([500, FAINT])],
    ['nothing', new Float32Array()],
  ])('of %s is nothing, unless all silence is kept', (_what, signal) => {
    expect(trimmed([signal], { lead: 100, tail: 100 })).toMatchObject({
      ...{ samples: new Float32Array(), tailSamples: 0, hasSpeech: false },
    });
    const { samples, hasSpeech } = trimmed([signal], ALL);
    expect([samples.length, hasSpeech]).toEqual([signal.length, false]);
    expect(samples.slice(FADE)).toEqual(signal.slice(FADE));
  });
});

it('measures silence against the loudest frame of its own segment', () => {
  const trimmer = createSilenceTrimmer({ sampleRateHz: RATE_HZ });
  const lengthOf = (signal: Float32Array): number => {
    trimmer.begin({ maxLeadSamples: 0 });
    const pushed = trimmer.push(signal);
    return concatSamples([...pushed, trimmer.end({ maxTailSamples: 0 }).rest]).length;
  };
  // -54 dB: silence behind a loud vowel, of which 25 ms are kept; speech in a soft segment.
  expect(lengthOf(signalOf([400, 0.9], [400, 0.002]))).toBe(400 + KEPT);
  expect(lengthOf(signalOf([400, 0.1], [400, 0.002]))).toBe(800);
  expect(lengthOf(signalOf([80, 0], [400, 0.002], [80, 0]))).toBe(400);
});

it('is the same however the signal is divided, and changes none of it', () => {
  const stretch = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.constantFrom(0, FAINT, 0.002, 0.1, 0.9));
  const lengths = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 5 });
  const ends = fc.constantFrom<Ends>({}, { lead: 60, tail: 90 }, ALL);
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 6 }), lengths, ends, (stretches, sizes, options) => {
      const signal = signalOf(...stretches);
      const before = signal.slice();
      const pieces: Float32Array[] = [];
      for (let at = 0, piece = 0; at < signal.length; piece += 1) {
        const size = sizes[piece % sizes.length] ?? 1;
        pieces.push(signal.subarray(at, at + size));
        at += size;
      }
      const whole = trimmed([signal], options);
      const divided = trimmed(pieces, options);
      expect(divided.samples).toEqual(whole.samples);
      expect(divided.tailSamples).toBe(whole.tailSamples);
      expect(signal).toEqual(before);
    }),
  );
});

it('returns running speech as few views of what it was given', () => {
  const signal = signalOf([400, 0], [40_000, 0.5]);
  const { pushed } = trimmed([signal]);
  const views = (pushed[0] ?? []).filter((piece) => piece.buffer === signal.buffer);
  expect(pushed[0]?.length).toBeLessThanOrEqual(2);
  expect(views.reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(39_000);
});
