/** Power spectra of real frames, whose length is a power of two. */
export interface PowerSpectrum {
  /**
   * @param frame `sizeSamples` samples; not changed
   * @returns the power at each of the `sizeSamples / 2 + 1` frequencies, in a buffer that the next call overwrites
   */
  of(frame: Float32Array): Float64Array;
}

export function createPowerSpectrum(sizeSamples: number): PowerSpectrum {
  const cosines = Float64Array.from({ length: sizeSamples / 2 }, (_, index) =>
    Math.cos((2 * Math.PI * index) / sizeSamples),
  );
  const sines = Float64Array.from({ length: sizeSamples / 2 }, (_, index) =>
    Math.sin((2 * Math.PI * index) / sizeSamples),
  );
  const order = bitReversed(sizeSamples);
  const re = new Float64Array(sizeSamples);
  const im = new Float64Array(sizeSamples);
  const power = new Float64Array(sizeSamples / 2 + 1);
  return {
    of(frame) {
      for (let index = 0; index < sizeSamples; index += 1)
        re[index] = frame[order[index] as number] as number;
      im.fill(0);
      for (let half = 1; half < sizeSamples; half *= 2) {
        const step = sizeSamples / (2 * half);
        for (let start = 0; start < sizeSamples; start += 2 * half) {
          for (let offset = 0; offset < half; offset += 1) {
            const cosine = cosines[offset * step] as number;
            const sine = sines[offset * step] as number;
            const [low, high] = [start + offset, start + offset + half];
            const highRe = re[high] as number;
            const highIm = im[high] as number;
            const turnedRe = highRe * cosine + highIm * sine;
            const turnedIm = highIm * cosine - highRe * sine;
            re[high] = (re[low] as number) - turnedRe;
            im[high] = (im[low] as number) - turnedIm;
            re[low] = (re[low] as number) + turnedRe;
            im[low] = (im[low] as number) + turnedIm;
          }
        }
      }
      for (let index = 0; index < power.length; index += 1)
        power[index] = (re[index] as number) ** 2 + (im[index] as number) ** 2;
      return power;
    },
  };
}

function bitReversed(size: number): Uint32Array {
  const order = new Uint32Array(size);
  const bits = Math.log2(size);
  for (let index = 0; index < size; index += 1) {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit += 1) reversed |= ((index >> bit) & 1) << (bits - 1 - bit);
    order[index] = reversed;
  }
  return order;
}
