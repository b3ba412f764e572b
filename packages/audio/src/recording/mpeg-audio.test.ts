import { expect, it } from 'vitest';
import { createAudioCodec } from '../codec/audio-codec.ts';
import { findMpegAudio } from './mpeg-audio.ts';

/** A frame of MPEG-1 layer III, 128 kbit/s, 44.1 kHz. */
const FRAME = new Uint8Array(417).fill(7);
FRAME.set([0xff, 0xfb, 0x90, 0x00]);

it.each([
  [22_050, 64],
  [8000, 8],
  [48_000, 128],
] as const)('finds the output of our encoder at %i Hz and %i kbit/s', async (sampleRateHz, bitrateKbps) => {
  const encoder = await createAudioCodec().openEncoder(
    { container: 'mp3', sampleRateHz, bitrateKbps },
    { streaming: true },
  );
  const mp3 = Buffer.concat([encoder.encode(new Float32Array(sampleRateHz).fill(0.1)), encoder.finish()]);
  expect(findMpegAudio(mp3)).toEqual({ offsetBytes: 0, channels: 1 });
});

it('finds the first of two frames after other data', () => {
  expect(
    findMpegAudio(Buffer.concat([Buffer.from('abc\xff\xfbdef', 'latin1'), FRAME, FRAME]))?.offsetBytes,
  ).toBe(8);
});

it('accepts a single frame only at the very beginning', () => {
  expect(findMpegAudio(FRAME)).toEqual({ offsetBytes: 0, channels: 2 });
  expect(findMpegAudio(Buffer.concat([Buffer.from('a'), FRAME]))).toBeUndefined();
});

it.each([
  ['layer 0, which is AAC', [0xff, 0xf1, 0x50, 0x80]],
  ['a reserved version', [0xff, 0xeb, 0x90, 0x00]],
  ['a reserved sample rate', [0xff, 0xfb, 0x9c, 0x00]],
  ['a reserved bitrate', [0xff, 0xfb, 0xf0, 0x00]],
  ['nothing', []],
])('finds no frame in %s', (_, header) => {
  expect(findMpegAudio(Uint8Array.from([...header, ...header]))).toBeUndefined();
});
