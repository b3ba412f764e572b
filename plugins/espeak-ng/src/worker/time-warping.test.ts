import { expect, it } from 'vitest';
import { FRAME_SECONDS, speechFeatures } from './speech-features.ts';
import { type FrameSpan, warp } from './time-warping.ts';

const RATE_HZ = 16_000;
const HIGHEST_HZ = 7000;
/** Vowel-like sounds: two tones each. */
const SOUNDS = [
  [300, 2200],
  [700, 1200],
  [400, 900],
  [600, 1900],
] as const;

interface Part {
  readonly sound: number | undefined;
  readonly seconds: number;
}

function render(parts: readonly Part[], gain: number): Float32Array {
  const total = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  const samples = new Float32Array(Math.round(total * RATE_HZ));
  let at = 0;
  for (const { sound, seconds } of parts) {
    const length = Math.round(seconds * RATE_HZ);
    const [low, high] = SOUNDS[sound ?? 0] ?? [0, 0];
    for (let index = 0; index < length && sound !== undefined; index += 1) {
      const angle = (2 * Math.PI * index) / RATE_HZ;
      samples[at + index] = gain * (Math.sin(low * angle) + 0.5 * Math.sin(high * angle));
    }
    at += length;
  }
  return samples;
}

const featuresOf = (parts: readonly Part[], gain: number) =>
  speechFeatures(render(parts, gain), { sampleRateHz: RATE_HZ, highestHz: HIGHEST_HZ });

/** The frames of what sounds. */
function spansOf(parts: readonly Part[]): FrameSpan[] {
  const spans: FrameSpan[] = [];
  let seconds = 0;
  for (const part of parts) {
    const start = Math.round(seconds / FRAME_SECONDS);
    seconds += part.seconds;
    if (part.sound !== undefined) spans.push({ start, end: Math.round(seconds / FRAME_SECONDS) });
  }
  return spans;
}

const REFERENCE: readonly Part[] = [0.3, 0.2, 0.25, 0.3].map((seconds, sound) => ({ sound, seconds }));

it.each<[string, readonly Part[]]>([
  ['as quick', REFERENCE],
  ['slower, and slower at the end', [0.3, 0.3, 0.4, 0.55].map((seconds, sound) => ({ sound, seconds }))],
  ['quicker', [0.2, 0.15, 0.15, 0.2].map((seconds, sound) => ({ sound, seconds }))],
  [
    'with pauses',
    [
      { sound: undefined, seconds: 0.5 },
      { sound: 0, seconds: 0.3 },
      { sound: 1, seconds: 0.2 },
      { sound: undefined, seconds: 1.5 },
      { sound: 2, seconds: 0.25 },
      { sound: undefined, seconds: 0.1 },
      { sound: 3, seconds: 0.3 },
      { sound: undefined, seconds: 0.4 },
    ],
  ],
])('finds the parts of softer speech that is %s', (_name, parts) => {
  const found = warp(featuresOf(parts, 0.02), {
    features: featuresOf(REFERENCE, 0.3),
    parts: spansOf(REFERENCE).map((span) => [span]),
  });
  const due = spansOf(parts);
  expect(found).toHaveLength(due.length);
  for (const [index, { start, end }] of found.entries()) {
    expect(Math.abs(start - (due[index]?.start ?? 0)), `start of ${index}`).toBeLessThanOrEqual(3);
    expect(Math.abs(end - (due[index]?.end ?? 0)), `end of ${index}`).toBeLessThanOrEqual(3);
  }
});

it('keeps the order where there are fewer frames than parts', () => {
  const speech = featuresOf([{ sound: 0, seconds: 0.02 }], 0.1);
  const found = warp(speech, {
    features: featuresOf(REFERENCE, 0.3),
    parts: spansOf(REFERENCE).map((span) => [span]),
  });
  let reached = 0;
  for (const { start, end } of found) {
    expect(start).toBeGreaterThanOrEqual(reached);
    expect(end).toBeGreaterThanOrEqual(start);
    reached = end;
  }
  expect(reached).toBeLessThanOrEqual(speech.frames);
});

it('chooses the pronunciation that fits the audio', () => {
  const said: readonly Part[] = [0, 3, 2].map((sound) => ({ sound, seconds: 0.3 }));
  // The second part is known as sound 1, and behind the rest as sound 3 as well.
  const known: readonly Part[] = [0, 1, 2, 3].map((sound) => ({ sound, seconds: 0.3 }));
  const [first, second, third, other] = spansOf(known) as [FrameSpan, FrameSpan, FrameSpan, FrameSpan];
  const found = warp(featuresOf(said, 0.1), {
    features: featuresOf(known, 0.3),
    parts: [[first], [second, other], [third]],
  });
  for (const [index, { start, end }] of spansOf(said).entries()) {
    expect(Math.abs((found[index]?.start ?? 0) - start), `start of ${index}`).toBeLessThanOrEqual(3);
    expect(Math.abs((found[index]?.end ?? 0) - end), `end of ${index}`).toBeLessThanOrEqual(3);
  }
});
