import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatSamples } from './pcm-format.ts';
import { createSegmentJoiner, type SegmentEnd } from './segment-joins.ts';

const RATE = 22_050;

function ms(milliseconds: number): number {
  return Math.round((milliseconds * RATE) / 1000);
}

/** Speech-like: a 180 Hz tone with overtones that rises and decays in 20 ms; never exactly 0. */
function voice(durationMs: number, amplitude = 0.4): Float32Array {
  const length = ms(durationMs);
  return Float32Array.from({ length }, (_, index) => {
    const edge = Math.min(1, (index + 1) / ms(20), (length - index) / ms(20));
    const phase = (2 * Math.PI * 180 * (index + 0.37)) / RATE;
    return amplitude * edge * (0.7 * Math.sin(phase) + 0.2 * Math.sin(3 * phase) + 0.1 * Math.cos(5 * phase));
  });
}

/** What a neural engine gives for silence: noise at about -95 dBFS. */
function engineSilence(durationMs: number, amplitude = 3e-5): Float32Array {
  return noise(durationMs, amplitude);
}

/** Deterministic white noise. */
function noise(durationMs: number, amplitude: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: ms(durationMs) }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return amplitude * ((2 * state) / 2_147_483_647 - 1);
  });
}

interface Spoken {
  readonly samples: Float32Array;
  readonly end: SegmentEnd;
}

function join(segments: readonly Spoken[], chunkSamples = Number.POSITIVE_INFINITY): Float32Array {
  const joiner = createSegmentJoiner({ sampleRateHz: RATE });
  return concatSamples(
    segments.flatMap(({ samples, end }) => {
      const pieces: Float32Array[] = [];
      const step = Math.min(chunkSamples, Math.max(1, samples.length));
      for (let from = 0; from < samples.length; from += step) {
        pieces.push(...joiner.push(samples.subarray(from, from + step)));
      }
      return [...pieces, ...joiner.endSegment(end)];
    }),
  );
}

/** Lengths of the runs in which no sample is above `amplitude`. */
function quietRuns(samples: Float32Array, amplitude: number, leastSamples: number): number[] {
  const runs: number[] = [];
  let run = 0;
  for (const sample of [...samples, 1]) {
    if (Math.abs(sample) <= amplitude) {
      run++;
      continue;
    }
    if (run >= leastSamples) runs.push(run);
    run = 0;
  }
  return runs;
}

function steepest(samples: Float32Array): number {
  return samples.reduce(
    (most, sample, index) => Math.max(most, Math.abs(sample - (samples[index - 1] ?? 0))),
    0,
  );
}

const padded = (speech: Float32Array, leadMs = 40, tailMs = 150) =>
  concatSamples([engineSilence(leadMs), speech, engineSilence(tailMs)]);

describe('createSegmentJoiner with requested pauses', () => {
  it.each([0.1, 0.3, 1.234, 10])(
    'puts exactly %s s of digital silence between the speech of two segments',
    (seconds) => {
      const signal = join([
        { samples: padded(voice(300)), end: { boundary: 'sentence', silenceAfterSeconds: seconds } },
        { samples: padded(voice(200)), end: { boundary: 'end', silenceAfterSeconds: 0 } },
      ]);
      expect(quietRuns(signal, 0, ms(30))).toEqual([Math.round(seconds * RATE)]);
      // Heard at -60 dBFS it is at most 6 ms more: the last of the decay, which is speech too.
      const [heard] = quietRuns(signal, 1e-3, ms(30));
      expect(heard).toBeLessThan(Math.round(seconds * RATE) + ms(6));
    },
  );

  it('joins without any silence if none is requested', () => {
    const signal = join([
      { samples: padded(voice(300)), end: { boundary: 'clause', silenceAfterSeconds: 0 } },
      { samples: padded(voice(200)), end: { boundary: 'end', silenceAfterSeconds: 0 } },
    ]);
    expect(signal.length).toBeGreaterThan(ms(495));
    expect(signal.length).toBeLessThanOrEqual(ms(500));
  });

  it('lets a segment without speech add its own pause and nothing else', () => {
    const signal = join([
      { samples: padded(voice(300)), end: { boundary: 'sentence', silenceAfterSeconds: 0.2 } },
      { samples: engineSilence(500), end: { boundary: 'sentence', silenceAfterSeconds: 0.3 } },
      { samples: new Float32Array(0), end: { boundary: 'paragraph', silenceAfterSeconds: 0.5 } },
      { samples: padded(voice(200)), end: { boundary: 'end', silenceAfterSeconds: 0 } },
    ]);
    expect(quietRuns(signal, 0, ms(30))).toEqual([RATE]);
  });

  it('keeps a final fricative that is 40 dB below the vowel', () => {
    const fricative = noise(120, 0.004);
    const signal = join([
      {
        samples: concatSamples([engineSilence(40), voice(200), fricative, engineSilence(150)]),
        end: { boundary: 'end', silenceAfterSeconds: 0 },
      },
    ]);
    expect(signal.length).toBeGreaterThan(ms(200 + 120 - 2));
  });

  it('keeps a first fricative that is 40 dB below the vowel', () => {
    const signal = join([
      {
        samples: concatSamples([engineSilence(40), noise(120, 0.004), voice(200)]),
        end: { boundary: 'end', silenceAfterSeconds: 0 },
      },
    ]);
    expect(signal.length).toBeGreaterThan(ms(200 + 120 - 2));
  });

  it.each([
    ['quiet speech', 0.02, 3e-5, -10, 0],
    // Noise that can be heard is kept for 25 ms on both sides, as a quiet consonant would be.
    ['loud speech in light noise', 0.9, 1e-3, 45, 55],
  ])('finds the edges of %s', (_name, amplitude, silenceAmplitude, leastMs, mostMs) => {
    const speech = voice(300, amplitude);
    const silence = engineSilence(200, silenceAmplitude);
    const signal = join([
      {
        samples: concatSamples([silence, speech, silence]),
        end: { boundary: 'end', silenceAfterSeconds: 0 },
      },
    ]);
    const addedMs = ((signal.length - speech.length) * 1000) / RATE;
    expect(addedMs).toBeGreaterThanOrEqual(leastMs);
    expect(addedMs).toBeLessThanOrEqual(mostMs);
  });
});

describe('createSegmentJoiner with the prosody of the engine', () => {
  it('fades in audible noise that a segment begins with', () => {
    const joiner = createSegmentJoiner({ sampleRateHz: RATE });
    joiner.push(padded(voice(300)));
    joiner.endSegment({ boundary: 'sentence' });
    const begin = concatSamples(joiner.push(concatSamples([new Float32Array(300).fill(7e-4), voice(200)])));
    expect(begin[0]).toBeLessThan(1e-6);
    expect(begin[299]).toBeCloseTo(7e-4, 8);
  });

  it("keeps the engine's silence between sentences, but not before the first speech", () => {
    const signal = join([
      { samples: padded(voice(300)), end: { boundary: 'sentence' } },
      { samples: padded(voice(200)), end: { boundary: 'end' } },
    ]);
    expect(quietRuns(signal, 1e-3, ms(30)).map((run) => Math.round((run / RATE) * 100))).toEqual([19, 15]);
    expect(signal.length).toBe(ms(300) + ms(150) + ms(40) + ms(200) + ms(150) - firstAudible(voice(300)));
  });

  it.each([
    [40, 150],
    [300, 300],
    [150, 0],
  ])('leaves a short gap at a cut inside a sentence (%i ms lead, %i ms tail)', (leadMs, tailMs) => {
    const signal = join([
      { samples: padded(voice(300), 40, tailMs), end: { boundary: 'clause' } },
      { samples: padded(voice(200), leadMs), end: { boundary: 'end', silenceAfterSeconds: 0 } },
    ]);
    const [gap] = quietRuns(signal, 5e-4, ms(30));
    expect(gap).toBeGreaterThanOrEqual(ms(119));
    expect(gap).toBeLessThanOrEqual(ms(122));
  });

  it('does not lengthen a gap that is shorter', () => {
    const signal = join([
      { samples: padded(voice(300), 40, 30), end: { boundary: 'clause' } },
      { samples: padded(voice(200), 20), end: { boundary: 'end', silenceAfterSeconds: 0 } },
    ]);
    const [gap] = quietRuns(signal, 5e-4, ms(30));
    expect(gap).toBeLessThanOrEqual(ms(52));
  });
});

function firstAudible(samples: Float32Array): number {
  return samples.findIndex((sample) => Math.abs(sample) > 10 ** (-66 / 20));
}

const spoken = fc.record({
  samples: fc
    .record({
      leadMs: fc.integer({ min: 0, max: 80 }),
      voiceMs: fc.integer({ min: 0, max: 200 }),
      innerMs: fc.integer({ min: 0, max: 100 }),
      secondMs: fc.integer({ min: 0, max: 100 }),
      tailMs: fc.integer({ min: 0, max: 200 }),
      noise: fc.constantFrom(0, 3e-5, 2e-3),
    })
    .map((part) =>
      concatSamples([
        engineSilence(part.leadMs, part.noise),
        voice(part.voiceMs),
        engineSilence(part.innerMs, part.noise),
        voice(part.secondMs),
        engineSilence(part.tailMs, part.noise),
      ]),
    ),
  end: fc.oneof(
    fc.record({ boundary: fc.constantFrom('clause', 'sentence', 'paragraph', 'end') }),
    fc.record({
      boundary: fc.constantFrom('clause', 'sentence', 'paragraph', 'end'),
      silenceAfterSeconds: fc.double({ min: 0, max: 0.3, noNaN: true }),
    }),
  ) as fc.Arbitrary<SegmentEnd>,
});

describe('createSegmentJoiner, by laws', () => {
  it('gives the same signal however the engine cuts its chunks', () => {
    fc.assert(
      fc.property(
        fc.array(spoken, { maxLength: 4 }),
        fc.integer({ min: 1, max: 3000 }),
        (segments, chunkSamples) => {
          // Compared as bytes: element by element is slow at this size.
          expect(
            Buffer.compare(
              Buffer.from(join(segments, chunkSamples).buffer),
              Buffer.from(join(segments).buffer),
            ),
          ).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('makes no step at a join, even between segments that end at full level', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            from: fc.integer({ min: 0, max: 3000 }),
            length: fc.integer({ min: 200, max: 3000 }),
            end: spoken.map((s) => s.end),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        (cuts) => {
          const source = voice(400);
          const segments = cuts.map(({ from, length, end }) => ({
            samples: source.slice(from, from + length),
            end,
          }));
          const signal = join(segments);
          expect(steepest(concatSamples([signal, new Float32Array(1)]))).toBeLessThan(1.2 * steepest(source));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('changes nothing between the edges of a segment', () => {
    const speech = padded(concatSamples([voice(200), engineSilence(120), voice(100)]));
    const signal = join([{ samples: speech, end: { boundary: 'end', silenceAfterSeconds: 0 } }], 333);
    const inner = signal.slice(ms(10), -ms(10));
    const offset = speech.indexOf(inner[0] as number);
    expect(inner).toEqual(speech.slice(offset, offset + inner.length));
  });
});

describe('createSegmentJoiner while audio arrives', () => {
  it('passes speech on with no more than 15 ms held back', () => {
    const joiner = createSegmentJoiner({ sampleRateHz: RATE });
    const sent = joiner.push(concatSamples([engineSilence(40), voice(300).subarray(0, ms(200))]));
    expect(concatSamples(sent).length).toBeGreaterThan(ms(200 - 15));
  });

  it('holds silence back until speech follows it', () => {
    const joiner = createSegmentJoiner({ sampleRateHz: RATE });
    const first = concatSamples([...joiner.push(padded(voice(200))), ...joiner.push(engineSilence(500))]);
    expect(first.length).toBeLessThanOrEqual(ms(200));
    const second = concatSamples(joiner.push(voice(100)));
    expect(second.length).toBeGreaterThan(ms(650));
  });

  it("changes nothing in the engine's buffers, wherever a fade falls", () => {
    for (const leadSamples of [0, Number.POSITIVE_INFINITY]) {
      const chunk = voice(200);
      const before = chunk.slice();
      const joiner = createSegmentJoiner({ sampleRateHz: RATE, leadSamples });
      const sent = [...joiner.push(chunk), ...joiner.endSegment({ boundary: 'clause' })];
      expect(chunk).toEqual(before);
      expect(concatSamples(sent)).not.toEqual(before);
    }
  });

  it("passes on views of the engine's buffers, so that hours of speech are not copied again", () => {
    const chunk = voice(1000);
    const joiner = createSegmentJoiner({ sampleRateHz: RATE });
    const views = joiner.push(chunk).filter(({ buffer }) => buffer === chunk.buffer);
    expect(views).toHaveLength(1);
    expect(concatSamples(views).length).toBeGreaterThan(ms(970));
  });
});

it('continues for another joiner with its state between two segments', () => {
  const boundaries = ['clause', 'sentence', 'paragraph'] as const;
  const segments = boundaries.flatMap((boundary) => [
    { samples: concatSamples([engineSilence(70), voice(200), engineSilence(90)]), end: { boundary } },
    {
      samples: concatSamples([engineSilence(40), voice(150), engineSilence(30)]),
      end: { boundary, silenceAfterSeconds: 0.2 },
    },
    { samples: engineSilence(60), end: { boundary } },
  ]);
  let joiner = createSegmentJoiner({ sampleRateHz: RATE });
  const handedOver = segments.flatMap(({ samples, end }) => {
    const pieces = [...joiner.push(samples), ...joiner.endSegment(end)];
    joiner = createSegmentJoiner({ sampleRateHz: RATE, leadSamples: joiner.leadSamples });
    return pieces;
  });
  expect(concatSamples(handedOver)).toEqual(join(segments));
});

it('returns no empty pieces', () => {
  const joiner = createSegmentJoiner({ sampleRateHz: RATE });
  const pieces = [
    ...joiner.push(new Float32Array()),
    ...joiner.push(engineSilence(100)),
    ...joiner.endSegment({ boundary: 'sentence', silenceAfterSeconds: 0 }),
    ...joiner.push(voice(100)),
    ...joiner.push(new Float32Array()),
    ...joiner.endSegment({ boundary: 'end' }),
    ...joiner.endSegment({ boundary: 'end' }),
  ];
  expect(pieces.length).toBeGreaterThan(0);
  expect(pieces.every(({ length }) => length > 0)).toBe(true);
});
