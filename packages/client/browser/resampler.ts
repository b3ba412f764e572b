/** Brings a stream of samples from one rate to another. */
export interface Resampler {
  /** @returns the samples at the new rate that are certain by now; the last millisecond waits for what follows */
  push(samples: Float32Array): Float32Array<ArrayBuffer>;
  /** Ends the stream. @returns the samples that waited, as if silence followed: with them the output lasts as long as the input */
  finish(): Float32Array<ArrayBuffer>;
}

/** Zero crossings of the kernel on each side: more make it steeper and later. */
const CROSSINGS = 16;
/** Of the lower band's edge, so that what folds back lies in the kernel's slope. */
const PASSED_SHARE = 0.92;

/** Interpolates by a windowed sinc that also takes away what the lower rate can't carry. Rates are whole numbers of Hz. */
export function createResampler(inputRateHz: number, outputRateHz: number): Resampler {
  const cutoff = Math.min(1, outputRateHz / inputRateHz) * PASSED_SHARE;
  const half = Math.ceil(CROSSINGS / cutoff);
  const divisor = greatestDivisor(inputRateHz, outputRateHz);
  const [step, phases] = [inputRateHz / divisor, outputRateHz / divisor];
  const kernels = new Map<number, Float32Array>();
  /** Input from `start` on, in samples since the beginning; what lies before the beginning is silence. */
  let held = new Float32Array(half);
  let start = -half;
  let made = 0;
  const kernelOf = (phase: number): Float32Array => {
    const known = kernels.get(phase);
    if (known !== undefined) return known;
    const kernel = Float32Array.from({ length: 2 * half }, (_, at) =>
      weight(at - half + 1 - phase / phases, cutoff, half),
    );
    kernels.set(phase, kernel);
    return kernel;
  };
  const push = (samples: Float32Array): Float32Array<ArrayBuffer> => {
    const joined = new Float32Array(held.length + samples.length);
    joined.set(held);
    joined.set(samples, held.length);
    const end = start + joined.length;
    // The last output whose kernel ends within the input.
    const until = Math.max(made, Math.ceil(((end - half) * phases) / step));
    const output = new Float32Array(until - made);
    for (let at = 0; at < output.length; at++, made++) {
      const kernel = kernelOf((made * step) % phases);
      const first = Math.floor((made * step) / phases) - half + 1 - start;
      let sum = 0;
      for (let tap = 0; tap < kernel.length; tap++) sum += (kernel[tap] ?? 0) * (joined[first + tap] ?? 0);
      output[at] = sum;
    }
    const keepFrom = Math.max(0, Math.floor((made * step) / phases) - half + 1 - start);
    held = joined.slice(keepFrom);
    start += keepFrom;
    return output;
  };
  return {
    push,
    finish() {
      const missing = Math.round(((start + held.length) * phases) / step) - made;
      return push(new Float32Array(half)).subarray(0, missing);
    },
  };
}

/** The kernel, `distance` input samples from its middle. */
function weight(distance: number, cutoff: number, half: number): number {
  if (Math.abs(distance) >= half) return 0;
  const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / half);
  const x = Math.PI * cutoff * distance;
  return cutoff * window * (x === 0 ? 1 : Math.sin(x) / x);
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
