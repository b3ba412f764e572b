import type { FileHandle } from 'node:fs/promises';
import { decodePcm16 } from '@parlance/core/audio';
import { expect, it, vi } from 'vitest';
import { createInstancePool } from '../codec/instance-pool.ts';
import { joinBytes } from '../codec/join-bytes.ts';
import { createConverter } from '../resample/libsamplerate-instances.ts';
import { RESAMPLER_RATES_HZ } from '../resample/stream-resampler.ts';
import { createCopySink } from './copy-sink.ts';
import type { DecodeTask } from './decode-task.ts';

const RATE_HZ = 16_000;

function open(task: Partial<DecodeTask> = {}, converters = createInstancePool(createConverter, 1)) {
  const written: Uint8Array[] = [];
  const target = { writeFile: async (bytes: Uint8Array) => void written.push(bytes.slice()) };
  const sink = createCopySink(
    target as unknown as FileHandle,
    { targetRateHz: RATE_HZ, keepsChannels: false, maxSeconds: 60, ...task },
    converters,
  );
  const write = (channels: readonly (readonly number[])[], sampleRateHz = RATE_HZ): Promise<void> =>
    sink.write({ channels: channels.map((channel) => Float32Array.from(channel)), sampleRateHz });
  return { sink, write, samples: () => [...decodePcm16(joinBytes(written))] };
}
const silence = (seconds: number): number[] => Array.from({ length: seconds * RATE_HZ }, () => 0);

it.each([
  [false, [0, 0.5]],
  [true, [0.5, -0.5, 0.25, 0.75]],
])(
  'mixes two channels, or writes their samples in turn where channels are kept: %s',
  async (keepsChannels, expected) => {
    const { sink, write, samples } = open({ keepsChannels });
    await write([
      [0.5, 0.25],
      [-0.5, 0.75],
    ]);
    expect(await sink.finish()).toEqual({ sampleRateHz: RATE_HZ, channels: 2, frames: 2, targetSamples: 2 });
    expect(samples()).toEqual(expected);
  },
);

it('keeps as many channels as the first piece has, or the header says, whatever follows', async () => {
  const { sink, write, samples } = open({ keepsChannels: true });
  await write([[0.5], [0.25]]);
  await write([[0.125]]);
  await write([[0.5], [0.75], [-0.5]]);
  expect(await sink.finish()).toMatchObject({ channels: 2, frames: 3, targetSamples: 3 });
  expect(samples()).toEqual([0.5, 0.25, 0.125, 0.125, 0.5, 0.75]);
  const one = open({ keepsChannels: true, channels: 1 });
  await one.write([[0.5], [0.25]]);
  expect(await one.sink.finish()).toMatchObject({ channels: 1, targetSamples: 1 });
  expect(one.samples()).toEqual([0.5]);
});

it('has no result without samples', async () => {
  const { sink, write, samples } = open();
  await write([]);
  await write([[], []]);
  expect(await sink.finish()).toBeUndefined();
  expect(samples()).toEqual([]);
  sink.dispose();
});

it('accepts audio of the maximum duration, and not a sample more', async () => {
  const { sink, write } = open({ maxSeconds: 2 });
  await write([silence(1)]);
  await write([silence(1)]);
  await expect(write([[0]])).rejects.toMatchObject({ code: 'AUDIO_TOO_LONG', details: { maxSeconds: 2 } });
  sink.dispose();
});

it('writes long pieces whole', async () => {
  const { sink, write, samples } = open();
  const ramp = Array.from({ length: 70_000 }, (_, at) => (at % 256) / 256);
  await write([ramp]);
  expect(await sink.finish()).toMatchObject({ frames: 70_000, targetSamples: 70_000 });
  expect(samples()).toEqual(ramp);
});

it('resamples each stretch from its own rate, to the last sample', async () => {
  const { sink, write, samples } = open();
  await write([Array.from({ length: 8000 }, () => 0.5)], 8000);
  await write([Array.from({ length: 48_000 }, () => 0.5)], 48_000);
  const result = await sink.finish();
  expect(result).toMatchObject({ sampleRateHz: 8000, channels: 1, frames: 16_000 });
  expect(Math.abs((result?.targetSamples ?? 0) - 32_000)).toBeLessThan(8);
  const heard = samples();
  expect(heard).toHaveLength(result?.targetSamples ?? 0);
  for (const at of [8000, 24_000]) expect(heard[at]).toBeCloseTo(0.5, 2);
});

it('resamples pieces like the whole', async () => {
  const signal = Array.from({ length: 44_100 }, (_, at) => 0.5 * Math.sin((2 * Math.PI * 440 * at) / 44_100));
  const whole = open();
  await whole.write([signal], 44_100);
  const inPieces = open();
  for (let at = 0; at < signal.length; at += 441) await inPieces.write([signal.slice(at, at + 441)], 44_100);
  expect(await inPieces.sink.finish()).toEqual(await whole.sink.finish());
  expect(inPieces.samples()).toEqual(whole.samples());
});

it('returns its converters to the pool when it is disposed before its end', async () => {
  const create = vi.fn(createConverter);
  const converters = createInstancePool(create, 2);
  for (const _ of [1, 2]) {
    const { sink, write } = open({ keepsChannels: true }, converters);
    await write([[0.5], [0.5]], 48_000);
    sink.dispose();
  }
  expect(create).toHaveBeenCalledTimes(2);
});

it.each([RESAMPLER_RATES_HZ.min, RESAMPLER_RATES_HZ.max])('takes a rate of %i Hz', async (rateHz) => {
  const { sink, write } = open();
  await write([[0, 0]], rateHz);
  expect(await sink.finish()).toMatchObject({ sampleRateHz: rateHz, frames: 2 });
});

it.each([RESAMPLER_RATES_HZ.min - 1, RESAMPLER_RATES_HZ.max + 1, 16_000.5, Number.NaN])(
  'refuses a rate of %d Hz',
  async (rateHz) => {
    await expect(open().write([[0, 0]], rateHz)).rejects.toMatchObject({
      code: 'AUDIO_NOT_READABLE',
      details: { reason: 'sample-rate' },
    });
  },
);
