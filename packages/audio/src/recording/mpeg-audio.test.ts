import { expect, it } from 'vitest';
import { createAudioCodec } from '../codec/audio-codec.ts';
import { findMpegAudio } from './mpeg-audio.ts';

/** A frame of MPEG-1 layer III, 128 kbit/s, 44.1 kHz. */
const FRAME_BYTES = 417;
const FRAME = frameOf([0xff, 0xfb, 0x90, 0x00]);

function frameOf(header: readonly number[], bytes = FRAME_BYTES): Uint8Array {
  const frame = new Uint8Array(bytes).fill(7);
  frame.set(header);
  return frame;
}

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

/** Version, layer and bitrate; the header's bytes after the first; the size of the frame. */
it.each([
  ['MPEG-1 layer III, 128 kbit/s', [0xfb, 0x90, 0x00], 417],
  ['the same, with a byte more', [0xfb, 0x92, 0x00], 418],
  ['MPEG-1 layer II, 128 kbit/s', [0xfd, 0x84, 0x00], 384],
  ['MPEG-1 layer I, 128 kbit/s', [0xff, 0x48, 0x00], 192],
  ['the same, with a slot more', [0xff, 0x4a, 0x00], 196],
  ['MPEG-2 layer III, 64 kbit/s', [0xf3, 0x80, 0xc0], 208],
  ['MPEG-2 layer II, 64 kbit/s', [0xf5, 0x84, 0x00], 384],
  ['MPEG-2 layer I, 64 kbit/s', [0xf7, 0x48, 0x00], 192],
  ['MPEG-2.5 layer III, 16 kbit/s', [0xe3, 0x28, 0x00], 144],
])('knows where a frame of %s ends', (_kind, header, frameBytes) => {
  const whole = [0xff, ...header];
  const twoFrames = (bytes: number) =>
    Buffer.concat([Buffer.from('a'), frameOf(whole, bytes), Uint8Array.from(whole)]);
  const channels = header[2] === 0xc0 ? 1 : 2;
  expect(findMpegAudio(twoFrames(frameBytes))).toEqual({ offsetBytes: 1, channels });
  expect(findMpegAudio(twoFrames(frameBytes + 1))).toBeUndefined();
  expect(findMpegAudio(twoFrames(frameBytes - 1))).toBeUndefined();
});

it.each([
  ['another version', [0xff, 0xf3, 0x90, 0x00]],
  ['another layer', [0xff, 0xfd, 0x90, 0x00]],
  ['another sample rate', [0xff, 0xfb, 0x94, 0x00]],
  ['an incomplete sync word', [0xff, 0x1b, 0x90, 0x00]],
  ['another first byte', [0xfe, 0xfb, 0x90, 0x00]],
])('finds no frame where the next one has %s', (_what, other) => {
  expect(findMpegAudio(Buffer.concat([FRAME, frameOf(other)]))).toBeUndefined();
});

it.each([
  ['a free bitrate', [0xff, 0xfb, 0x00, 0x00]],
  ['an incomplete sync word', [0xff, 0x1b, 0x90, 0x00]],
])('finds no frame in two with %s', (_what, header) => {
  expect(findMpegAudio(Buffer.concat([frameOf(header), frameOf(header)]))).toBeUndefined();
});

it('finds a frame in the last bytes that hold its header', () => {
  expect(findMpegAudio(Buffer.concat([FRAME, FRAME.subarray(0, 4)]))?.offsetBytes).toBe(0);
  expect(findMpegAudio(FRAME.subarray(0, 3))).toBeUndefined();
  expect(findMpegAudio(FRAME.subarray(0, 4))?.offsetBytes).toBe(0);
});
