import { createPowerSpectrum } from './fourier.ts';

/** The level is a better sign of a word's beginning than any single cepstral coefficient. */
const LEVEL_WEIGHT = 2;
/** From the middle of one frame to the middle of the next. */
export const FRAME_SECONDS = 0.01;
const WINDOW_SECONDS = 0.025;
const BANDS = 26;
const CEPSTRA = 10;
/** Cepstral coefficients and level, each with its change over time. */
export const FEATURES = 2 * (CEPSTRA + 1);
const LOWEST_HZ = 80;
const HIGHEST_HZ = 7000;
/** The filters end below half the sample rate, where resamplers cut off. */
const USABLE_PART = 0.95;
/** Relative to full scale, so that digital silence has a finite level. */
const POWER_FLOOR = 1e-10;
/** Relative to the power of loud frames: anything quieter is inaudible beside them, and would make clean recordings differ from noisy ones. */
const AUDIBLE_PART = 1e-5;
/** Frames this far below the loud ones are silence. */
const SPEECH_RANGE_DB = 35;
const LOUD_PERCENTILE = 0.95;
const DELTA_REACH = 2;
const DELTA_WEIGHT = 0.7;
const DB_PER_BEL = 10;

/** Features of a recording's frames that are similar for two voices with the same text. */
export interface SpeechFeatures {
  readonly frames: number;
  /** `frames` times {@link FEATURES} values, each with mean 0 and standard deviation 1 over the frames with speech. */
  readonly values: Float32Array;
  /** Level of each frame in dB relative to the loud ones. */
  readonly levelsDb: Float32Array;
}

/** The highest frequency that recordings at all these rates contain. */
export function commonBandHz(...ratesHz: readonly number[]): number {
  return Math.min(HIGHEST_HZ, ...ratesHz.map((rateHz) => (rateHz / 2) * USABLE_PART));
}

/**
 * Mel-frequency cepstral coefficients and levels with their changes, normalized by mean and standard deviation, which removes differences of voice, channel
 * and gain and keeps those of sounds. Frame `i` is centered on `(i + 0.5) · FRAME_SECONDS`.
 *
 * @param highestHz at most half the rate; the same for all recordings that are compared
 */
export function speechFeatures(
  samples: Float32Array,
  { sampleRateHz, highestHz }: { readonly sampleRateHz: number; readonly highestHz: number },
): SpeechFeatures {
  const hop = sampleRateHz * FRAME_SECONDS;
  const frames = Math.max(1, Math.floor(samples.length / hop));
  const plain = new Float32Array(frames * (CEPSTRA + 1));
  const levelsDb = analyse(samples, plain, { sampleRateHz, highestHz, hop, frames });
  const values = withDeltas(plain, frames);
  normalize(values, levelsDb);
  return { frames, values, levelsDb };
}

export function isSpeechLevel(levelDb: number): boolean {
  return levelDb > -SPEECH_RANGE_DB;
}

interface Analysis {
  readonly sampleRateHz: number;
  readonly highestHz: number;
  readonly hop: number;
  readonly frames: number;
}

function analyse(
  samples: Float32Array,
  plain: Float32Array,
  { sampleRateHz, highestHz, hop, frames }: Analysis,
) {
  const windowSamples = Math.round(WINDOW_SECONDS * sampleRateHz);
  const size = 2 ** Math.ceil(Math.log2(windowSamples));
  const hann = Float32Array.from(
    { length: windowSamples },
    (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / windowSamples),
  );
  const spectrum = createPowerSpectrum(size);
  const filters = melFilters(size, sampleRateHz, highestHz);
  const cosines = Array.from({ length: CEPSTRA }, (_, cepstrum) =>
    Float64Array.from({ length: BANDS }, (_band, band) =>
      Math.cos((Math.PI * (cepstrum + 1) * (band + 0.5)) / BANDS),
    ),
  );
  const frame = new Float32Array(size);
  const bands = new Float64Array(frames * BANDS);
  const powers = new Float64Array(frames);
  for (let index = 0; index < frames; index += 1) {
    const start = Math.round((index + 0.5) * hop - windowSamples / 2);
    for (let offset = 0; offset < windowSamples; offset += 1)
      frame[offset] = (samples[start + offset] ?? 0) * (hann[offset] as number);
    const power = spectrum.of(frame);
    for (const [band, { first, weights }] of filters.entries()) {
      let sum = 0;
      for (let bin = 0; bin < weights.length; bin += 1)
        sum += (weights[bin] as number) * (power[first + bin] as number);
      bands[index * BANDS + band] = sum / windowSamples ** 2;
      powers[index] = (powers[index] as number) + sum / windowSamples ** 2;
    }
  }
  const loud = powers.toSorted()[Math.floor((frames - 1) * LOUD_PERCENTILE)] as number;
  const floor = POWER_FLOOR + loud * AUDIBLE_PART;
  const levelsDb = new Float32Array(frames);
  for (let index = 0; index < frames; index += 1) {
    for (let band = 0; band < BANDS; band += 1)
      bands[index * BANDS + band] = Math.log((bands[index * BANDS + band] as number) + floor / BANDS);
    levelsDb[index] = DB_PER_BEL * Math.log10(((powers[index] as number) + floor) / (loud + floor));
    const row = index * (CEPSTRA + 1);
    for (let cepstrum = 0; cepstrum < CEPSTRA; cepstrum += 1) {
      let sum = 0;
      for (let band = 0; band < BANDS; band += 1)
        sum += (bands[index * BANDS + band] as number) * (cosines[cepstrum]?.[band] as number);
      plain[row + cepstrum] = sum;
    }
    plain[row + CEPSTRA] = levelsDb[index] as number;
  }
  return levelsDb;
}

interface Filter {
  readonly first: number;
  readonly weights: Float64Array;
}

function melFilters(size: number, sampleRateHz: number, highestHz: number): readonly Filter[] {
  const [lowest, highest] = [melOf(LOWEST_HZ), melOf(highestHz)];
  const edgeBin = (edge: number): number =>
    (hzOf(lowest + ((highest - lowest) * edge) / (BANDS + 1)) * size) / sampleRateHz;
  return Array.from({ length: BANDS }, (_, band) => {
    const [from, peak, to] = [edgeBin(band), edgeBin(band + 1), edgeBin(band + 2)];
    const first = Math.max(1, Math.floor(from));
    const last = Math.min(size / 2, Math.ceil(to));
    const weights = Float64Array.from({ length: last - first + 1 }, (_bin, offset) => {
      const bin = first + offset;
      // A narrow filter may contain no frequency; then it uses the nearest.
      const slope = bin < peak ? (bin - from) / (peak - from) : (to - bin) / (to - peak);
      return Math.max(0, slope, Math.round(peak) === bin ? 1e-3 : 0);
    });
    return { first, weights };
  });
}

const melOf = (hz: number): number => 2595 * Math.log10(1 + hz / 700);
const hzOf = (mel: number): number => 700 * (10 ** (mel / 2595) - 1);

function withDeltas(plain: Float32Array, frames: number): Float32Array {
  const width = CEPSTRA + 1;
  const values = new Float32Array(frames * FEATURES);
  const at = (frame: number, feature: number): number =>
    plain[Math.min(frames - 1, Math.max(0, frame)) * width + feature] as number;
  for (let frame = 0; frame < frames; frame += 1) {
    for (let feature = 0; feature < width; feature += 1) {
      let delta = 0;
      for (let reach = 1; reach <= DELTA_REACH; reach += 1)
        delta += reach * (at(frame + reach, feature) - at(frame - reach, feature));
      values[frame * FEATURES + feature] = at(frame, feature);
      values[frame * FEATURES + width + feature] = delta;
    }
  }
  return values;
}

function normalize(values: Float32Array, levelsDb: Float32Array): void {
  for (let feature = 0; feature < FEATURES; feature += 1) {
    let [count, sum, squares] = [0, 0, 0];
    for (const [frame, levelDb] of levelsDb.entries()) {
      if (!isSpeechLevel(levelDb)) continue;
      const value = values[frame * FEATURES + feature] as number;
      count += 1;
      sum += value;
      squares += value * value;
    }
    const mean = sum / count;
    const deviation = Math.sqrt(Math.max(squares / count - mean * mean, 0)) || 1;
    const isLevel = feature % (CEPSTRA + 1) === CEPSTRA;
    const weight = (isLevel ? LEVEL_WEIGHT : 1) * (feature > CEPSTRA ? DELTA_WEIGHT : 1);
    for (let at = feature; at < values.length; at += FEATURES)
      values[at] = (((values[at] as number) - mean) / deviation) * weight;
  }
}
