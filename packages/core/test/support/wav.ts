import { wavHeader } from '@parlance/audio';
import { tone } from '@parlance/testkit';
import { encodePcm16 } from '../../src/audio/index.ts';

const RATE_HZ = 16_000;

/** A WAV file of tones and silences in turn, in seconds: each tone is speech to the fake detector. */
export function wav(stretches: readonly number[]): Uint8Array {
  const pieces = stretches.map((seconds, index) => {
    const lengthSamples = Math.round(seconds * RATE_HZ);
    const samples =
      index % 2 === 0
        ? tone({ frequencyHz: 220, sampleRateHz: RATE_HZ, lengthSamples })
        : new Float32Array(lengthSamples);
    return encodePcm16(samples);
  });
  const dataBytes = pieces.reduce((bytes, piece) => bytes + piece.length, 0);
  return Buffer.concat([wavHeader({ sampleRateHz: RATE_HZ, dataBytes }), ...pieces]);
}
