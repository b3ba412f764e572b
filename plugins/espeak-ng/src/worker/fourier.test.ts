import { expect, it } from 'vitest';
import { createPowerSpectrum } from './fourier.ts';

it('gives the power of each frequency, as the plain sum over the frame does', () => {
  const size = 16;
  const frame = Float32Array.from({ length: size }, (_, index) => Math.sin(index) + ((index * 7) % 5) / 5);
  const due = Array.from({ length: size / 2 + 1 }, (_, bin) => {
    let [re, im] = [0, 0];
    for (const [index, sample] of frame.entries()) {
      re += sample * Math.cos((2 * Math.PI * bin * index) / size);
      im -= sample * Math.sin((2 * Math.PI * bin * index) / size);
    }
    return re * re + im * im;
  });
  const power = createPowerSpectrum(size).of(frame);
  for (const [bin, value] of due.entries()) expect(power[bin]).toBeCloseTo(value, 6);
});
