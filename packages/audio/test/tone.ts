/** @returns a sine wave that begins at phase 0 */
export function tone(
  frequencyHz: number,
  sampleRateHz: number,
  samples: number,
  amplitude = 0.9,
): Float32Array {
  const step = (2 * Math.PI * frequencyHz) / sampleRateHz;
  return Float32Array.from({ length: samples }, (_, index) => amplitude * Math.sin(step * index));
}

export interface ToneFit {
  readonly amplitude: number;
  /** Relative to a sine wave that begins at phase 0. */
  readonly phaseRadians: number;
  /** Root mean square of the residue without the tone. */
  readonly residueRms: number;
}

/** Fits a tone of known frequency by least squares to the middle 80 %, without the transients at the edges. */
export function fitTone(signal: Float32Array, frequencyHz: number, sampleRateHz: number): ToneFit {
  const step = (2 * Math.PI * frequencyHz) / sampleRateHz;
  const begin = Math.floor(signal.length * 0.1);
  const end = Math.floor(signal.length * 0.9);
  let [cc, ss, cs, yc, ys] = [0, 0, 0, 0, 0];
  for (let index = begin; index < end; index += 1) {
    const [c, s, y] = [Math.cos(step * index), Math.sin(step * index), signal[index] ?? 0];
    cc += c * c;
    ss += s * s;
    cs += c * s;
    yc += y * c;
    ys += y * s;
  }
  const determinant = cc * ss - cs * cs;
  const cosine = (yc * ss - ys * cs) / determinant;
  const sine = (ys * cc - yc * cs) / determinant;
  let residueEnergy = 0;
  for (let index = begin; index < end; index += 1) {
    const fitted = cosine * Math.cos(step * index) + sine * Math.sin(step * index);
    residueEnergy += ((signal[index] ?? 0) - fitted) ** 2;
  }
  return {
    amplitude: Math.hypot(cosine, sine),
    phaseRadians: Math.atan2(cosine, sine),
    residueRms: Math.sqrt(residueEnergy / (end - begin)),
  };
}

/** Root mean square of the middle 80 %. */
export function middleRms(signal: Float32Array): number {
  const middle = signal.subarray(Math.floor(signal.length * 0.1), Math.floor(signal.length * 0.9));
  return Math.sqrt(middle.reduce((sum, value) => sum + value * value, 0) / middle.length);
}

export function decibels(ratio: number): number {
  return 20 * Math.log10(Math.max(ratio, 1e-12));
}
