import { decodePcm16 } from '@parlance/core/audio';
import type { WavHeader } from './wav-header.ts';

/** The layout of samples in bytes. */
export type SampleLayout = Pick<WavHeader, 'encoding' | 'bitsPerSample' | 'channels' | 'frameBytes'>;

type ReadSample = (view: DataView, offsetBytes: number) => number;

/**
 * Decodes complete frames to mono: one channel, or the mean of all.
 *
 * @param raw the bytes of the frames; bytes after the last complete frame are ignored
 * @param channel counted from 0; absent: all
 * @returns samples in [-1, 1] in a new buffer. NaN in float samples counts as 0, and samples beyond full
 * scale are clipped after mixing.
 */
export function decodeToMono(raw: Uint8Array, header: SampleLayout, channel?: number): Float32Array {
  const { channels } = header;
  // The most common case.
  if (channels === 1 && header.bitsPerSample === 16) return decodePcm16(raw);
  const frames = Math.floor(raw.length / header.frameBytes);
  const sampleBytes = header.bitsPerSample / 8;
  const read = sampleReader(header);
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const mono = new Float32Array(frames);
  const first = channel ?? 0;
  const mixed = channel === undefined ? channels : 1;
  for (let frame = 0; frame < frames; frame += 1) {
    let offsetBytes = frame * header.frameBytes + first * sampleBytes;
    let sum = 0;
    for (let count = 0; count < mixed; count += 1) {
      sum += read(view, offsetBytes);
      offsetBytes += sampleBytes;
    }
    mono[frame] = Math.min(1, Math.max(-1, sum / mixed));
  }
  return mono;
}

/** Integers are scaled so that the most negative value is -1; the largest positive value is one step below 1. */
function sampleReader(header: SampleLayout): ReadSample {
  if (header.encoding === 'float') {
    return (view, offset) => {
      const value = view.getFloat32(offset, true);
      return Number.isFinite(value) ? value : 0;
    };
  }
  switch (header.bitsPerSample) {
    case 8:
      return (view, offset) => (view.getUint8(offset) - 128) / 128;
    case 16:
      return (view, offset) => view.getInt16(offset, true) / 32_768;
    case 24:
      return (view, offset) => (view.getUint16(offset, true) + view.getInt8(offset + 2) * 65_536) / 8_388_608;
    default:
      return (view, offset) => view.getInt32(offset, true) / 2_147_483_648;
  }
}
