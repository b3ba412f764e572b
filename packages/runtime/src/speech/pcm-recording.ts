import type { AudioCodec, AudioRecording } from '@parlance/core/audio';
import { samplesOf } from './pcm-input.ts';
import type { PcmSource } from './speech.ts';

/** Presents samples in memory as a recording. */
export function recordingOf(
  { samples, sampleRateHz }: PcmSource,
  { codec }: { readonly codec: AudioCodec },
): AudioRecording {
  return {
    sampleRateHz,
    channels: 1,
    frames: samples.length,
    samples: (toHz) => samplesOf(windowsOf(samples, sampleRateHz), { codec, fromHz: sampleRateHz, toHz }),
    close: async () => undefined,
  };
}

/** A second at a time, so that an abort takes effect within one. */
async function* windowsOf(
  samples: Float32Array,
  length: number,
): AsyncGenerator<Float32Array, void, undefined> {
  for (let start = 0; start < samples.length; start += length) yield samples.subarray(start, start + length);
}
