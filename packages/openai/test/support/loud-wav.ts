import { wavHeader } from '@parlance/audio';

const RATE_HZ = 16_000;

/** A WAV file at 16 kHz: each stretch is a second of tone and one and a half of silence, which the fake detector reports as an utterance.
 * The first is the loudest. */
export function loudWav(stretches: number): Buffer {
  const samples = new Int16Array(stretches * 2.5 * RATE_HZ);
  for (let stretch = 0; stretch < stretches; stretch++) {
    for (let index = 0; index < RATE_HZ; index++) {
      samples[stretch * 2.5 * RATE_HZ + index] =
        (stretch === 0 ? 8000 : 4000) * Math.sin((2 * Math.PI * 440 * index) / RATE_HZ);
    }
  }
  const bytes = Buffer.from(samples.buffer);
  return Buffer.concat([wavHeader({ sampleRateHz: RATE_HZ, dataBytes: bytes.byteLength }), bytes]);
}
