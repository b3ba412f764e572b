import { decodePcm16 } from '@parlance/core/audio';
import type { WavHeader } from './wav-header.ts';

type ReadSample = (view: DataView, offsetBytes: number) => number;

/**
 * Decodes whole frames to mono: the mean of the channels.
 *
 * @param raw the frames' bytes; what is left over after the last whole frame is not looked at
 * @returns samples in [-1, 1] in a buffer of its own. A float sample that is not a number counts as 0, one beyond full
 * scale is clipped after mixing.
 */
export function decodeToMono(raw: Uint8Array, header: WavHeader): Float32Array {
  const { channels } = header;
  // What most recordings are.
  if (channels === 1 && header.bitsPerSample === 16) return decodePcm16(raw);
  const frames = Math.floor(raw.length / header.frameBytes);
  const sampleBytes = header.bitsPerSample / 8;
  const read = sampleReader(header);
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const mono = new Float32Array(frames);
  let offsetBytes = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      sum += read(view, offsetBytes);
      offsetBytes += sampleBytes;
    }
    mono[frame] = Math.min(1, Math.max(-1, sum / channels));
  }
  return mono;
}

/** Integers map so that full negative scale is -1; the largest positive value falls one step short of 1. */
function sampleReader(header: WavHeader): ReadSample {
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
