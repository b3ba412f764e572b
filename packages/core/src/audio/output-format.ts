import { LIMITS } from '../limits/limits.ts';

export const OUTPUT_FORMATS = ['mp3', 'wav', 'pcm'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Formats that can be streamed: the first three by the built-in codecs, the rest by ffmpeg. */
export const STREAM_CONTAINERS = ['mp3', 'wav', 'pcm', 'opus', 'aac', 'flac'] as const;
export type StreamContainer = (typeof STREAM_CONTAINERS)[number];

/** The format that an encoder writes. PCM and WAV are 16-bit signed little-endian, mono. */
export type AudioFormat =
  | { readonly container: 'mp3'; readonly sampleRateHz: number; readonly bitrateKbps: number }
  | { readonly container: 'wav' | 'pcm'; readonly sampleRateHz: number };

/**
 * The bitrates of the interface that MPEG layer III supports at a sample rate.
 *
 * MPEG-1 (32 kHz and above) begins at 32 kbps; MPEG-2.5 (12 kHz and below) ends at 64 in LAME, though the
 * standard's table goes on.
 *
 * @returns rates in kbps, ascending
 */
export function mp3BitratesKbps(sampleRateHz: number): readonly number[] {
  const { bitratesKbps } = LIMITS.synthesis;
  if (sampleRateHz >= 32_000) return bitratesKbps.filter((kbps) => kbps >= 32);
  if (sampleRateHz <= 12_000) return bitratesKbps.filter((kbps) => kbps <= 64);
  return bitratesKbps;
}

/** The bitrate for a request that names none: the highest supported one up to the default, in kbps. */
export function defaultBitrateKbps(sampleRateHz: number): number {
  const fitting = mp3BitratesKbps(sampleRateHz).filter((kbps) => kbps <= LIMITS.synthesis.defaultBitrateKbps);
  return fitting.at(-1) ?? LIMITS.synthesis.defaultBitrateKbps;
}
