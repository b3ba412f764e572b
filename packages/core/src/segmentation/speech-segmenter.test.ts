import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SpeechSegmenterOptions } from './segmenter-options.ts';
import { resolveSegmenterOptions } from './segmenter-options.ts';
import { createSpeechSegmenter, type SpeechSegmentEvent } from './speech-segmenter.ts';

/** 1 kHz and frames of 10 samples, so that a sample is a millisecond and a frame 10 ms. */
const FRAME = 10;
const OPTIONS = {
  sampleRateHz: 1000,
  frameSamples: FRAME,
  maxSegmentSamples: 1000,
  onsetPaddingMs: 30,
  tailPaddingMs: 20,
  speechCompleteTimeoutMs: 80,
  minSpeechMs: 30,
} as const satisfies SpeechSegmenterOptions;

type Segment = Extract<SpeechSegmentEvent, { type: 'segment' }>;

function segmentsOf(events: readonly SpeechSegmentEvent[]): Segment[] {
  return events.filter((event) => event.type === 'segment');
}

/** `..###` is two silent frames and three voiced ones. */
function track(pattern: string): number[] {
  return [...pattern].map((mark) => (mark === '#' ? 0.9 : mark === '~' ? 0.4 : 0.1));
}

/** 1, 2, 3 … so that each sample is told from each other. */
function signalOf(samples: number): Float32Array {
  return Float32Array.from({ length: samples }, (_, index) => index + 1);
}

function run(
  probabilities: readonly number[],
  options: Partial<SpeechSegmenterOptions> = {},
  signal = signalOf(probabilities.length * FRAME),
): SpeechSegmentEvent[] {
  const segmenter = createSpeechSegmenter({ ...OPTIONS, ...options });
  const whole = probabilities.length * FRAME;
  return [
    ...segmenter.push(signal.subarray(0, whole), probabilities),
    ...segmenter.finish(signal.subarray(whole)),
  ];
}

/** Long voiced and silent stretches and nervous ones, so that every way through the segmenter is taken. */
const probabilityTrack = fc
  .array(
    fc.oneof(
      fc.record({ frames: fc.integer({ min: 1, max: 60 }), level: fc.constantFrom(0, 0.4, 0.9) }),
      fc.record({
        frames: fc.integer({ min: 1, max: 4 }),
        level: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
    ),
    { maxLength: 25 },
  )
  .map((runs) => runs.flatMap(({ frames, level }) => new Array<number>(frames).fill(level)));

const settings = fc.record({
  maxSegmentSamples: fc.integer({ min: 160, max: 700 }),
  onsetPaddingMs: fc.integer({ min: 0, max: 30 }),
  tailPaddingMs: fc.integer({ min: 0, max: 120 }),
  speechCompleteTimeoutMs: fc.integer({ min: 20, max: 400 }),
  minSpeechMs: fc.integer({ min: 1, max: 30 }),
});

const remainderLength = fc.integer({ min: 0, max: FRAME - 1 });

describe('createSpeechSegmenter, by laws', () => {
  it('keeps only what an onset may need of an hour in which nobody speaks', () => {
    const segmenter = createSpeechSegmenter({
      ...OPTIONS,
      sampleRateHz: 16_000,
      frameSamples: 16_000,
      maxSegmentSamples: 320_000,
    });
    const second = new Float32Array(16_000);
    const before = process.memoryUsage().arrayBuffers;
    for (let at = 0; at < 3600; at += 1) segmenter.push(second, [0.1]);
    // The hour itself is 230 MB.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
    expect(segmenter.positionSamples).toBe(3600 * 16_000);
  });

  it('gives ordered, disjoint segments of the signal itself, none above the cap', () => {
    fc.assert(
      fc.property(probabilityTrack, settings, remainderLength, (probabilities, options, rest) => {
        const signal = signalOf(probabilities.length * FRAME + rest);
        let previousEnd = 0;
        for (const segment of segmentsOf(run(probabilities, options, signal))) {
          expect(segment.startSamples).toBeGreaterThanOrEqual(previousEnd);
          expect(segment.voiceStartSamples).toBeGreaterThanOrEqual(segment.startSamples);
          expect(segment.voiceEndSamples).toBeGreaterThan(segment.voiceStartSamples);
          expect(segment.endSamples).toBeGreaterThanOrEqual(segment.voiceEndSamples);
          expect(segment.endSamples).toBeLessThanOrEqual(signal.length);
          expect(segment.samples.length).toBeLessThanOrEqual(options.maxSegmentSamples);
          expect(segment.samples).toEqual(signal.slice(segment.startSamples, segment.endSamples));
          previousEnd = segment.endSamples;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('loses no voiced frame of a stretch that is long enough to be speech', () => {
    fc.assert(
      fc.property(probabilityTrack, settings, (probabilities, options) => {
        const covered = new Uint8Array(probabilities.length * FRAME);
        for (const { startSamples, endSamples } of segmentsOf(run(probabilities, options))) {
          covered.fill(1, startSamples, endSamples);
        }
        const leastFrames = Math.ceil(options.minSpeechMs / FRAME);
        let stretch = 0;
        for (const [index, probability] of [...probabilities, 0].entries()) {
          if (probability >= 0.5) {
            stretch++;
            continue;
          }
          const voiced = covered.subarray((index - stretch) * FRAME, index * FRAME);
          if (stretch >= leastFrames) expect(voiced.every((mark) => mark === 1)).toBe(true);
          stretch = 0;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same events for any chunking', () => {
    fc.assert(
      fc.property(
        probabilityTrack,
        settings,
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 }),
        (probabilities, options, chunkFrames) => {
          const signal = signalOf(probabilities.length * FRAME);
          const segmenter = createSpeechSegmenter({ ...OPTIONS, ...options });
          const events: SpeechSegmentEvent[] = [];
          let from = 0;
          for (const frames of [...chunkFrames, probabilities.length]) {
            const to = Math.min(from + frames, probabilities.length);
            // A copy that is spoilt afterwards: the segmenter keeps nothing of its caller's.
            const chunk = signal.slice(from * FRAME, to * FRAME);
            events.push(...segmenter.push(chunk, probabilities.slice(from, to)));
            chunk.fill(Number.NaN);
            from = to;
          }
          events.push(...segmenter.finish());
          expect(events).toEqual(run(probabilities, options));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('begins each utterance once, before its first segment, and ends it with a segment that is no cap', () => {
    fc.assert(
      fc.property(probabilityTrack, settings, (probabilities, options) => {
        let isOpen = false;
        for (const event of run(probabilities, options)) {
          expect(isOpen).toBe(event.type === 'segment');
          isOpen = event.type === 'speech-start' || event.endedBy === 'cap';
        }
        expect(isOpen).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('shows the open segment within the cap, and as a beginning of what the utterance becomes', () => {
    fc.assert(
      fc.property(probabilityTrack, settings, (probabilities, options) => {
        const segmenter = createSpeechSegmenter({ ...OPTIONS, ...options });
        const signal = signalOf(probabilities.length * FRAME);
        for (const [index, probability] of probabilities.entries()) {
          segmenter.push(signal.subarray(index * FRAME, (index + 1) * FRAME), [probability]);
          const open = segmenter.openSegment();
          if (open === undefined) continue;
          expect(open.samples.length).toBeLessThanOrEqual(options.maxSegmentSamples);
          expect(open.samples).toEqual(signal.subarray(open.startSamples, open.endSamples));
          expect(open.voiceEndSamples).toBeLessThanOrEqual(open.endSamples);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('createSpeechSegmenter', () => {
  it('pads a segment on both sides and reports the voice inside it', () => {
    expect(run(track('.....#####....................'))).toEqual([
      { type: 'speech-start', atSamples: 50 },
      {
        type: 'segment',
        samples: signalOf(120).slice(20),
        startSamples: 20,
        endSamples: 120,
        voiceStartSamples: 50,
        voiceEndSamples: 100,
        endedBy: 'silence',
      },
    ]);
  });

  it('ends an utterance with the first frame that completes the silence, no sooner', () => {
    const segmenter = createSpeechSegmenter(OPTIONS);
    const push = (pattern: string) =>
      segmenter.push(new Float32Array(pattern.length * FRAME), track(pattern));
    expect(push('#####.......')).toHaveLength(1);
    expect(push('.')).toMatchObject([{ type: 'segment', endedBy: 'silence' }]);
  });

  it('keeps a pause shorter than the silence inside one segment', () => {
    expect(segmentsOf(run(track('####.......####..........')))).toMatchObject([
      { startSamples: 0, endSamples: 170, voiceEndSamples: 150 },
    ]);
  });

  it('never pads back into the segment before', () => {
    const [first, second] = segmentsOf(
      run(track('....#####........####........'), {
        onsetPaddingMs: 300,
        tailPaddingMs: 80,
        maxSegmentSamples: 2000,
      }),
    );
    expect(first?.endSamples).toBe(170);
    expect(second).toMatchObject({ startSamples: 170, voiceStartSamples: 170 });
  });

  it('extends back no further than the signal', () => {
    expect(segmentsOf(run(track('.###......')))[0]?.startSamples).toBe(0);
  });

  it.each([
    ['a click of two frames', '....##..............', 0],
    ['two clicks that lie far apart', '....##...........##...........', 0],
    ['a short word of three frames', '....###.............', 1],
    ['a short word with a stop in it', '....##..##..........', 1],
    ['a doubtful sound', '....~~~~~~~~~.......', 0],
  ])('takes %s for speech only when voiced frames add up to the least', (_name, pattern, segments) => {
    expect(segmentsOf(run(track(pattern)))).toHaveLength(segments);
  });

  it('detects a "hi" of 150 ms with the default options at 32 ms frames', () => {
    const segmenter = createSpeechSegmenter({
      sampleRateHz: 16_000,
      frameSamples: 512,
      maxSegmentSamples: 148_350,
    });
    const events = segmenter.push(
      new Float32Array(512 * 40),
      track(`${'.'.repeat(12)}####${'.'.repeat(24)}`),
    );
    // 25 silent frames are 800 ms; 24 are not.
    expect(events).toEqual([{ type: 'speech-start', atSamples: 12 * 512 }]);
    expect(segmenter.finish()).toMatchObject([
      { startSamples: 12 * 512 - 4800, endSamples: 16 * 512 + 4800 },
    ]);
  });

  it('continues through uncertain frames once speech has begun', () => {
    expect(segmentsOf(run(track('###~~~~~~~~~~~~~~~~~~~~~###........')))).toMatchObject([
      { voiceEndSamples: 270 },
    ]);
  });

  it('ends an open utterance with the audio, and counts the incomplete last frame', () => {
    expect(segmentsOf(run(track('..####'), {}, signalOf(67)))).toMatchObject([
      { endedBy: 'end-of-audio', endSamples: 67, voiceEndSamples: 67 },
    ]);
  });

  it('cuts an utterance that is too long at its quietest place and continues there', () => {
    const signal = Float32Array.from({ length: 1500 }, (_, index) => (index % 2 === 0 ? 0.5 : -0.5));
    // Quiet for 100 samples around 700, where the detector still says speech; louder by less around 900.
    signal.subarray(650, 750).fill(0.01);
    signal.subarray(850, 950).fill(0.1);
    const [first, second] = segmentsOf(run(track('#'.repeat(150)), {}, signal));
    expect(first).toMatchObject({ startSamples: 0, endedBy: 'cap', voiceStartSamples: 0 });
    expect(first?.endSamples).toBeGreaterThan(680);
    expect(first?.endSamples).toBeLessThan(720);
    expect(second).toMatchObject({
      startSamples: first?.endSamples,
      endSamples: 1500,
      endedBy: 'end-of-audio',
    });
  });

  it('cuts each part of a long utterance in a pause of its own, which belongs to neither side', () => {
    const pattern = [...`${'.'.repeat(20)}${'#'.repeat(230)}`];
    const signal = new Float32Array(pattern.length * FRAME).fill(0.5);
    // Two pauses of 30 ms with a breath in each, 40 dB below the speech.
    for (const first of [85, 160]) {
      pattern.fill('.', first, first + 3);
      signal.fill(0.005, first * FRAME, (first + 3) * FRAME);
    }
    const segments = segmentsOf(run(track(pattern.join('')), {}, signal));
    expect(segments.map(({ type: _type, samples: _samples, ...segment }) => segment)).toEqual([
      // 20 ms of the first pause belong to the voice before it, and its last 5 ms to that behind it.
      { startSamples: 170, endSamples: 870, voiceStartSamples: 200, voiceEndSamples: 850, endedBy: 'cap' },
      { startSamples: 875, endSamples: 1620, voiceStartSamples: 880, voiceEndSamples: 1600, endedBy: 'cap' },
      {
        ...{ startSamples: 1620, endSamples: 2500, voiceStartSamples: 1630, voiceEndSamples: 2500 },
        endedBy: 'end-of-audio',
      },
    ]);
  });

  it('prefers a place that the detector calls silent to one that is slightly quieter', () => {
    const signal = new Float32Array(1500).fill(0.5);
    signal.subarray(650, 700).fill(0.04);
    signal.subarray(850, 900).fill(0.05);
    const [first] = segmentsOf(run(track(`${'#'.repeat(85)}.....${'#'.repeat(60)}`), {}, signal));
    expect(first?.endSamples).toBeGreaterThan(850);
    expect(first?.endSamples).toBeLessThan(900);
  });

  it('cuts in a pause that extends beyond the cap, and leaves out its middle', () => {
    const pattern = `${'#'.repeat(95)}${'.'.repeat(20)}${'#'.repeat(20)}`;
    expect(segmentsOf(run(track(pattern), { speechCompleteTimeoutMs: 300 }))).toMatchObject([
      { startSamples: 0, endSamples: 970, voiceEndSamples: 950, endedBy: 'cap' },
      { startSamples: 1120, voiceStartSamples: 1150, endSamples: 1350, endedBy: 'end-of-audio' },
    ]);
  });

  it('cuts a long utterance at a long pause as soon as it continues, not only at its cap', () => {
    const segmenter = createSpeechSegmenter(OPTIONS);
    const push = (pattern: string) => {
      const probabilities = track(pattern);
      return segmenter.push(signalOf(probabilities.length * FRAME), probabilities);
    };
    push('#'.repeat(60));
    expect(segmentsOf(push('....'))).toEqual([]);
    expect(segmentsOf(push('#'))).toMatchObject([
      { startSamples: 0, endSamples: 620, voiceEndSamples: 600, endedBy: 'cap' },
    ]);
    expect(segmentsOf(segmenter.finish())).toMatchObject([
      { startSamples: 620, voiceStartSamples: 640, endSamples: 650, endedBy: 'end-of-audio' },
    ]);
  });

  it.each([
    ['a pause a frame too short', `${'#'.repeat(60)}...####`],
    ['an utterance a frame too short', `${'#'.repeat(59)}....####`],
  ])('does not cut at %s', (_name, pattern) => {
    expect(segmentsOf(run(track(pattern)))).toMatchObject([{ startSamples: 0, endedBy: 'end-of-audio' }]);
  });

  it('ends an utterance by silence when only the silence exceeds the cap', () => {
    const pattern = `${'#'.repeat(95)}${'.'.repeat(40)}`;
    expect(segmentsOf(run(track(pattern), { speechCompleteTimeoutMs: 300 }))).toMatchObject([
      { endSamples: 970, endedBy: 'silence' },
    ]);
  });

  it('keeps no more than the cap, the silence and the padding of ten minutes of speech', () => {
    const segmenter = createSpeechSegmenter({
      sampleRateHz: 16_000,
      frameSamples: 512,
      maxSegmentSamples: 148_350,
    });
    const second = new Float32Array(512 * 32).fill(0.1);
    const voiced = new Float32Array(32).fill(1);
    let [segments, longest] = [0, 0];
    for (let count = 0; count < 600; count++) {
      segments += segmenter.push(second, voiced).filter((event) => event.type === 'segment').length;
      longest = Math.max(longest, segmenter.openSegment()?.samples.buffer.byteLength ?? 0);
    }
    expect(segments).toBeGreaterThan(60);
    expect(longest).toBeLessThan(4 * 4 * (148_350 + 0.8 * 16_000 + 4800));
  });

  it('says how far it is settled whether somebody speaks, and for how long they have been quiet', () => {
    const segmenter = createSpeechSegmenter(OPTIONS);
    const push = (frames: number, probability: number): void => {
      segmenter.push(new Float32Array(frames * FRAME), Array<number>(frames).fill(probability));
    };
    push(5, 0);
    expect([segmenter.settledSamples, segmenter.positionSamples]).toEqual([5 * FRAME, 5 * FRAME]);
    expect(segmenter.openSegment()).toBeUndefined();
    push(40, 1);
    expect([segmenter.settledSamples, segmenter.positionSamples]).toEqual([5 * FRAME, 45 * FRAME]);
    expect(segmenter.openSegment()).toMatchObject({ voiceStartSamples: 5 * FRAME, quietSamples: 0 });
    push(3, 0);
    expect(segmenter.openSegment()).toMatchObject({ voiceEndSamples: 45 * FRAME, quietSamples: 3 * FRAME });
    segmenter.finish();
    expect(segmenter.openSegment()).toBeUndefined();
    expect(segmenter.settledSamples).toBe(48 * FRAME);
  });

  it('takes thresholds that are alike, up to certainty, and a longest segment that just holds its paddings', () => {
    const { onsetPaddingSamples, minSpeechSamples } = resolveSegmenterOptions(OPTIONS);
    const maxSegmentSamples = 2 * (onsetPaddingSamples + minSpeechSamples) + 4 * FRAME;
    const options = { ...OPTIONS, speechThreshold: 1, silenceThreshold: 1, maxSegmentSamples };
    const segmenter = createSpeechSegmenter(options);
    expect(segmenter.push(new Float32Array(40 * FRAME), Array(40).fill(1))[0]).toMatchObject({
      type: 'speech-start',
      atSamples: 0,
    });
    expect(() => createSpeechSegmenter({ ...options, maxSegmentSamples: maxSegmentSamples - 1 })).toThrow(
      expect.objectContaining({
        details: { maxSegmentSamples: maxSegmentSamples - 1, leastSamples: maxSegmentSamples },
      }),
    );
    expect(() => createSpeechSegmenter({ ...options, speechThreshold: 0.5 })).toThrow(
      expect.objectContaining({ details: { speechThreshold: 0.5, silenceThreshold: 1 } }),
    );
  });

  it('refuses samples and probabilities that do not match', () => {
    const segmenter = createSpeechSegmenter(OPTIONS);
    expect(() => segmenter.push(new Float32Array(19), [0, 0])).toThrow(
      expect.objectContaining({ code: 'INTERNAL' }),
    );
  });

  it.each([
    [{ maxSegmentSamples: 159 }],
    [{ maxSegmentSamples: Number.NaN }],
    [{ speechThreshold: 0.3 }],
    [{ speechThreshold: 1.1 }],
    [{ silenceThreshold: 0 }],
  ])('refuses options that can not work: %j', (options) => {
    expect(() => createSpeechSegmenter({ ...OPTIONS, ...options })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG' }),
    );
  });
});
