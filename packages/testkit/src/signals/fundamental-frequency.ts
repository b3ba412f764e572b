/** Two periods of the lowest pitch must fit: 40 ms are two periods of 50 Hz. */
const FRAME_MS = 40;
const HOP_MS = 10;
/** A frame with less periodicity than this is not voiced. */
const LEAST_CORRELATION = 0.6;
/** Of the peaks nearly as high as the highest, the one with the shortest period is used, since its multiples correlate equally well. */
const OCTAVE_TOLERANCE = 0.9;
/** Frames this far below the loudest one are ignored, since they contain only an echo or noise. */
const LEAST_RELATIVE_POWER = 1e-3;

export interface PitchOptions {
  readonly sampleRateHz: number;
  /** Default 60. */
  readonly minHz?: number;
  /** Default 400. */
  readonly maxHz?: number;
}

/** The pitch of speech over a signal. */
export interface Pitch {
  /** Median of the voiced frames' fundamental frequencies, in Hz; 0 if no frame is voiced. */
  readonly medianHz: number;
  /** Their standard deviation in semitones around the median: how lively the melody is. */
  readonly spreadSemitones: number;
  /** One value for every 10 ms of voiced speech, in order, in Hz. */
  readonly voicedHz: readonly number[];
}

/**
 * Measures the fundamental frequency by normalized autocorrelation, in frames of 40 ms.
 *
 * Accurate to about 1 % on voiced speech; single frames may be an octave off, which is why the median is returned.
 */
export function measurePitch(samples: Float32Array, options: PitchOptions): Pitch {
  const { sampleRateHz } = options;
  const frameSamples = Math.round((FRAME_MS * sampleRateHz) / 1000);
  const hopSamples = Math.round((HOP_MS * sampleRateHz) / 1000);
  const frames: Float32Array[] = [];
  for (let from = 0; from + frameSamples <= samples.length; from += hopSamples) {
    frames.push(samples.subarray(from, from + frameSamples));
  }
  const powers = frames.map((frame) => frame.reduce((sum, sample) => sum + sample * sample, 0));
  const leastPower = LEAST_RELATIVE_POWER * powers.reduce((most, power) => Math.max(most, power), 0);
  const voicedHz = frames
    .filter((_, index) => (powers[index] as number) > leastPower)
    .map((frame) => frameHz(frame, options))
    .filter((frequency) => frequency !== undefined);
  const medianHz = voicedHz.toSorted((one, other) => one - other)[voicedHz.length >> 1] ?? 0;
  const squares = voicedHz.map((frequency) => (12 * Math.log2(frequency / medianHz)) ** 2);
  const meanSquare = squares.reduce((sum, square) => sum + square, 0) / Math.max(1, squares.length);
  return { medianHz, spreadSemitones: Math.sqrt(meanSquare), voicedHz };
}

function frameHz(
  frame: Float32Array,
  { sampleRateHz, minHz = 60, maxHz = 400 }: PitchOptions,
): number | undefined {
  const shortest = Math.max(2, Math.floor(sampleRateHz / maxHz));
  const longest = Math.min(Math.ceil(sampleRateHz / minHz), frame.length - 2);
  const powers = powerSums(frame);
  const correlations = new Float64Array(longest + 2);
  for (let lag = shortest - 1; lag <= longest + 1; lag++) correlations[lag] = correlation(frame, powers, lag);
  const at = (lag: number) => correlations[lag] as number;
  const peaks: number[] = [];
  for (let lag = shortest; lag <= longest; lag++)
    if (at(lag) >= at(lag - 1) && at(lag) > at(lag + 1)) peaks.push(lag);
  const highest = peaks.reduce((most, lag) => Math.max(most, at(lag)), 0);
  if (highest < LEAST_CORRELATION) return undefined;
  const lag = peaks.find((candidate) => at(candidate) >= OCTAVE_TOLERANCE * highest) as number;
  // The peak of the parabola through the three values; a whole lag would be 5 % wrong at 400 Hz and a rate of 8 kHz.
  const curvature = at(lag - 1) - 2 * at(lag) + at(lag + 1);
  const shift = curvature === 0 ? 0 : (at(lag - 1) - at(lag + 1)) / (2 * curvature);
  return sampleRateHz / (lag + shift);
}

/** `sums[n]`: the sum of the squares of the first n samples. */
function powerSums(frame: Float32Array): Float64Array {
  const sums = new Float64Array(frame.length + 1);
  for (let index = 0; index < frame.length; index++)
    sums[index + 1] = (sums[index] as number) + (frame[index] as number) ** 2;
  return sums;
}

/** Correlation of the frame with itself `lag` samples later, -1 to 1. */
function correlation(frame: Float32Array, powers: Float64Array, lag: number): number {
  let product = 0;
  for (let index = lag; index < frame.length; index++)
    product += (frame[index - lag] as number) * (frame[index] as number);
  const early = powers[frame.length - lag] as number;
  const late = (powers[frame.length] as number) - (powers[lag] as number);
  return early > 0 && late > 0 ? product / Math.sqrt(early * late) : 0;
}
