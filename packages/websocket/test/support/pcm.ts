import { concatSamples, encodePcm16 } from '@parlance/core/audio';
import { tone } from '@parlance/testkit';

/** Seconds of tone (above 0) and of silence (below 0), as 16-bit PCM. */
export function pcm(stretches: readonly number[], sampleRateHz = 16_000): Uint8Array {
  return encodePcm16(
    concatSamples(
      stretches.map((seconds) => {
        const lengthSamples = Math.round(Math.abs(seconds) * sampleRateHz);
        return seconds < 0
          ? new Float32Array(lengthSamples)
          : tone({ frequencyHz: 200, sampleRateHz, lengthSamples });
      }),
    ),
  );
}

export function chunksOf(bytes: Uint8Array, chunkBytes: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
}
