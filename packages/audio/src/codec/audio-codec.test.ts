import { describe, expect, it } from 'vitest';
import { createAudioCodec } from './audio-codec.ts';
import { finiteSamples } from './finite-samples.ts';
import { createInstancePool } from './instance-pool.ts';
import { joinSamples } from './join-samples.ts';
import { resampled } from './resampled.ts';

const RATE_HZ = 16_000;
const SAMPLES = Float32Array.from({ length: 4000 }, (_, at) => 0.5 * Math.sin(at / 10));

describe('the codec', () => {
  it.each([
    ['pcm', {}, ''],
    ['wav', { streaming: true }, 'RIFF'],
    ['wav', { streaming: false }, 'RIFF'],
    ['wav', { streaming: false, hasLateHeader: true }, 'RIFF'],
  ] as const)('encodes %s with %j', async (container, options, start) => {
    const codec = createAudioCodec();
    const encoder = await codec.openEncoder(
      { container, sampleRateHz: RATE_HZ },
      { streaming: true, ...options },
    );
    const body = [encoder.encode(SAMPLES), encoder.finish()];
    const bytes = Buffer.concat(
      encoder.lateHeader === undefined ? body : [encoder.lateHeader.make(), ...body],
    );
    expect(bytes.subarray(0, start.length).toString('latin1')).toBe(start);
    expect(bytes.length).toBe(SAMPLES.length * 2 + (container === 'wav' ? 44 : 0));
  });
});

describe('a pool of instances', () => {
  function openPool(maxIdle: number) {
    let created = 0;
    const pool = createInstancePool(async () => ++created, maxIdle);
    return { pool, created: () => created };
  }

  it('gives an idle instance again, and each to one stream at a time', async () => {
    const { pool, created } = openPool(2);
    const first = await pool.acquire();
    expect(await pool.acquire()).not.toBe(first);
    pool.release(first);
    expect([await pool.acquire(), created()]).toEqual([first, 2]);
  });

  it('keeps no more than it may', async () => {
    const { pool, created } = openPool(2);
    for (const instance of [1, 2, 3]) pool.release(instance);
    const kept = [await pool.acquire(), await pool.acquire()];
    expect([kept.toSorted(), created()]).toEqual([[1, 2], 0]);
    await pool.acquire();
    expect(created()).toBe(1);
  });

  it('makes as many ready as are asked for, up to its limit', async () => {
    const { pool, created } = openPool(2);
    await pool.warm(1);
    await pool.warm(1);
    expect(created()).toBe(1);
    await pool.warm(9);
    expect(created()).toBe(2);
  });
});

describe('samples', () => {
  it('that are not finite become silence, and others stay as they are', () => {
    const broken = Float32Array.from([
      0.5,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      -0.5,
    ]);
    expect([...finiteSamples(broken)]).toEqual([0.5, 0, 0, 0, -0.5]);
    expect(finiteSamples(SAMPLES)).toBe(SAMPLES);
  });

  it('of several pieces are joined, and one piece is not copied', () => {
    const [one, two] = [Float32Array.of(1, 2), Float32Array.of(3)];
    expect(joinSamples([one])).toBe(one);
    expect([...joinSamples([one, two])]).toEqual([1, 2, 3]);
    expect(joinSamples([])).toHaveLength(0);
  });
});

describe('a signal at another rate', () => {
  /** A codec whose resampler keeps everything back until the end, and is told when it is disposed of. */
  function openResampling(tail: Float32Array) {
    const counts = { opened: 0, disposed: 0 };
    const codec: Parameters<typeof resampled>[1]['codec'] = {
      openResampler: async () => {
        counts.opened += 1;
        return {
          resample: () => new Float32Array(0),
          finish: () => tail,
          dispose: () => {
            counts.disposed += 1;
          },
        };
      },
    };
    return { codec, counts };
  }
  async function* windows() {
    yield SAMPLES;
    yield SAMPLES;
  }

  it('passes unchanged if it has the rate already', async () => {
    const { codec, counts } = openResampling(new Float32Array(0));
    const found = await Array.fromAsync(resampled(windows(), { codec, fromHz: RATE_HZ, toHz: RATE_HZ }));
    expect([found, counts.opened]).toEqual([[SAMPLES, SAMPLES], 0]);
  });

  it.each([0, 3])('has no empty windows, with a rest of %i samples', async (length) => {
    const { codec, counts } = openResampling(new Float32Array(length));
    const found = await Array.fromAsync(resampled(windows(), { codec, fromHz: RATE_HZ, toHz: 8000 }));
    expect(found.map((window) => window.length)).toEqual(length === 0 ? [] : [length]);
    expect(counts).toEqual({ opened: 1, disposed: 1 });
  });

  it('gives its resampler back when its source fails', async () => {
    const { codec, counts } = openResampling(new Float32Array(0));
    async function* broken() {
      yield SAMPLES;
      throw new Error('The file is gone.');
    }
    const read = Array.fromAsync(resampled(broken(), { codec, fromHz: RATE_HZ, toHz: 8000 }));
    await expect(read).rejects.toThrow('The file is gone.');
    expect(counts.disposed).toBe(1);
  });
});
