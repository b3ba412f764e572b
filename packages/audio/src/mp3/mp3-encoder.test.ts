import { mp3BitratesKbps } from '@parlance/core/audio';
import { LIMITS } from '@parlance/core/limits';
import { MPEGDecoder } from 'mpg123-decoder';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseMpegFrames } from '../../test/mpeg-frames.ts';
import { createAudioCodec } from '../codec/audio-codec.ts';
import { createInstancePool } from '../codec/instance-pool.ts';
import { joinBytes } from '../codec/join-bytes.ts';
import { type LameInstance, lameInstances } from './lame-instances.ts';
import { MP3_DELAY_SAMPLES, type Mp3Format, type Mp3Instance, openMp3Encoder } from './mp3-encoder.ts';

const codec = createAudioCodec();
afterEach(() => void vi.useRealTimers());
const ratesHz: readonly number[] = LIMITS.synthesis.sampleRatesHz;
const bitratesKbps: readonly number[] = LIMITS.synthesis.bitratesKbps;
const everyPair = ratesHz.flatMap((rate) => bitratesKbps.map((kbps) => [rate, kbps] as const));
const allowed = everyPair.filter(([rate, kbps]) => mp3BitratesKbps(rate).includes(kbps));
const refused = everyPair.filter(([rate, kbps]) => !mp3BitratesKbps(rate).includes(kbps));

/** A swept tone with a beat, 300 to 1000 Hz, which the codec can encode at every bitrate. */
function sweep(samples: number, sampleRateHz: number): Float32Array {
  return Float32Array.from({ length: samples }, (_, index) => {
    const seconds = index / sampleRateHz;
    const beat = 0.6 + 0.4 * Math.sin(2 * Math.PI * 5 * seconds);
    return 0.4 * beat * Math.sin(2 * Math.PI * (300 * seconds + 350 * seconds ** 2));
  });
}

async function encode(samples: Float32Array, format: Mp3Format, stepSamples = 1000): Promise<Uint8Array> {
  const encoder = await codec.openEncoder({ container: 'mp3', ...format }, { streaming: true });
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < samples.length; at += stepSamples) {
    pieces.push(encoder.encode(samples.subarray(at, at + stepSamples)));
  }
  return joinBytes([...pieces, encoder.finish()]);
}

/** Decodes with mpg123, which is independent of LAME. */
async function decode(
  mp3: Uint8Array,
): Promise<{ readonly samples: Float32Array; readonly sampleRateHz: number }> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  const { channelData, sampleRate, errors } = decoder.decode(mp3);
  decoder.free();
  expect(errors).toEqual([]);
  return { samples: channelData[0] ?? new Float32Array(0), sampleRateHz: sampleRate };
}

function correlation(original: Float32Array, decoded: Float32Array, lagSamples: number): number {
  let [product, energy, decodedEnergy] = [0, 0, 0];
  original.forEach((value, index) => {
    const other = decoded[index + lagSamples] ?? 0;
    product += value * other;
    energy += value * value;
    decodedEnergy += other * other;
  });
  return product / Math.sqrt(energy * decodedEnergy);
}

describe.each(allowed)('MP3 at %i Hz with %i kbps', (sampleRateHz, bitrateKbps) => {
  const format = { sampleRateHz, bitrateKbps };

  it('has mono frames with exactly that sample rate and bitrate, without a header frame', async () => {
    const mp3 = await encode(sweep(sampleRateHz, sampleRateHz), format);
    const frames = parseMpegFrames(mp3);
    expect(frames.length).toBeGreaterThan(10);
    for (const frame of frames) {
      expect(frame).toMatchObject({ sampleRateHz, bitrateKbps, isMono: true });
    }
    expect(Buffer.from(mp3.subarray(0, 200)).toString('latin1')).not.toMatch(/Xing|Info|ID3/);
  });

  it('decodes to the signal, delayed by 1105 samples and rounded up to frames', async () => {
    const samples = sweep(sampleRateHz + 123, sampleRateHz);
    const mp3 = await encode(samples, format);
    const decoded = await decode(mp3);
    const frameSamples = parseMpegFrames(mp3)[0]?.samples ?? 0;
    expect(decoded.sampleRateHz).toBe(sampleRateHz);
    expect(decoded.samples.length % frameSamples).toBe(0);
    const paddingSamples = decoded.samples.length - samples.length - MP3_DELAY_SAMPLES;
    expect(paddingSamples).toBeGreaterThanOrEqual(0);
    expect(paddingSamples).toBeLessThan(2 * frameSamples);
    const similarity = correlation(samples, decoded.samples, MP3_DELAY_SAMPLES);
    expect(similarity).toBeGreaterThan(0.995);
    expect(correlation(samples, decoded.samples, MP3_DELAY_SAMPLES - 2)).toBeLessThan(similarity);
    expect(correlation(samples, decoded.samples, MP3_DELAY_SAMPLES + 2)).toBeLessThan(similarity);
  });
});

describe('an MP3 encoder', () => {
  const format = { sampleRateHz: 22_050, bitrateKbps: 64 };

  it.each(refused)(
    'refuses %i Hz with %i kbps, with the allowed values',
    async (sampleRateHz, bitrateKbps) => {
      await expect(encode(new Float32Array(1), { sampleRateHz, bitrateKbps })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining(mp3BitratesKbps(sampleRateHz).join(', ')),
      });
    },
  );

  it.each(refused)(
    'would otherwise get another bitrate from LAME at %i Hz with %i kbps',
    async (rate, kbps) => {
      const lame = await lameInstances()();
      const parameters = { channels: 1, sampleRate: rate, outputSampleRate: rate, bitrate: kbps };
      lame.configure(parameters as Parameters<LameInstance['configure']>[0]);
      const mp3 = joinBytes([lame.encode([sweep(rate, rate)]).slice(), lame.finalize().slice()]);
      expect(parseMpegFrames(mp3).map((frame) => frame.bitrateKbps)).not.toContain(kbps);
    },
  );

  it('refuses a sample rate that is not in the interface', async () => {
    await expect(
      encode(new Float32Array(1), { sampleRateHz: 11_025, bitrateKbps: 32 }),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it.each([0, 1, 575, 576, 577, 5000])('writes whole frames with all of %i samples', async (length) => {
    const frames = parseMpegFrames(await encode(sweep(length, 22_050), format));
    expect(frames.length * 576).toBeGreaterThanOrEqual(length + MP3_DELAY_SAMPLES - 576);
  });

  it('returns the same bytes, however the input is cut', async () => {
    const samples = sweep(100_000, 22_050);
    const whole = await encode(samples, format, samples.length);
    expect(await encode(samples, format, 313)).toEqual(whole);
    expect(await encode(samples, format, 40_000)).toEqual(whole);
  });

  it('returns the same bytes for two interleaved streams as for each alone', async () => {
    const other = { sampleRateHz: 48_000, bitrateKbps: 128 };
    const signals = [sweep(30_000, 22_050), sweep(30_000, 48_000)] as const;
    const alone = [await encode(signals[0], format), await encode(signals[1], other)];
    const [one, two] = await Promise.all([
      codec.openEncoder({ container: 'mp3', ...format }, { streaming: true }),
      codec.openEncoder({ container: 'mp3', ...other }, { streaming: true }),
    ]);
    const pieces: [Uint8Array[], Uint8Array[]] = [[], []];
    for (let at = 0; at < 30_000; at += 1000) {
      pieces[0].push(one.encode(signals[0].subarray(at, at + 1000)));
      pieces[1].push(two.encode(signals[1].subarray(at, at + 1000)));
    }
    pieces[0].push(one.finish());
    pieces[1].push(two.finish());
    expect(pieces.map(joinBytes)).toEqual(alone);
  });

  it('returns the same bytes with a reused instance as with a new one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    let made = 0;
    const create = lameInstances();
    const pool = createInstancePool<Mp3Instance>(async () => {
      made += 1;
      return { lame: await create() };
    }, 1);
    const samples = sweep(9000, 22_050);
    const run = async (): Promise<Uint8Array> => {
      const encoder = await openMp3Encoder(format, pool);
      const bytes = joinBytes([encoder.encode(samples), encoder.finish()]);
      vi.runAllTimers();
      return bytes;
    };
    const first = await run();
    expect(await run()).toEqual(first);
    const abandoned = await openMp3Encoder({ sampleRateHz: 44_100, bitrateKbps: 32 }, pool);
    abandoned.encode(samples);
    abandoned.dispose();
    abandoned.dispose();
    vi.runAllTimers();
    expect(await run()).toEqual(first);
    expect(made).toBe(1);
  });

  it('prepares an idle instance for its last format', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const lame = await lameInstances()();
    const configure = vi.spyOn(lame, 'configure');
    const pool = createInstancePool<Mp3Instance>(async () => ({ lame }), 1);
    const open = async (wanted: Mp3Format): Promise<number> => {
      configure.mockClear();
      const encoder = await openMp3Encoder(wanted, pool);
      const calls = configure.mock.calls.length;
      encoder.dispose();
      vi.runAllTimers();
      return calls;
    };
    expect(await open(format)).toBe(1);
    expect(await open(format)).toBe(0);
    expect(await open({ ...format, bitrateKbps: 32 })).toBe(1);
    expect(await open({ ...format, bitrateKbps: 32 })).toBe(0);
  });

  it('returns a tail that the next stream on its instance does not overwrite', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const create = lameInstances();
    const pool = createInstancePool<Mp3Instance>(async () => ({ lame: await create() }), 1);
    const encoder = await openMp3Encoder(format, pool);
    encoder.encode(sweep(5000, 22_050));
    const tail = encoder.finish();
    const copy = tail.slice();
    vi.runAllTimers();
    const next = await openMp3Encoder(format, pool);
    next.encode(sweep(50_000, 22_050));
    next.finish();
    expect(copy.length).toBeGreaterThan(0);
    expect(tail).toEqual(copy);
  });

  it.each(['encode', 'finalize', 'configure'] as const)(
    'never reuses an instance that trapped in %s',
    async (call) => {
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      const create = lameInstances();
      const made: LameInstance[] = [];
      const pool = createInstancePool<Mp3Instance>(async () => {
        const lame = await create();
        made.push(lame);
        return { lame };
      }, 1);
      const encoder = await openMp3Encoder(format, pool);
      vi.spyOn(made[0] as LameInstance, call).mockImplementation(() => {
        throw new TypeError('unreachable');
      });
      const use = (): void => {
        encoder.encode(sweep(5000, 22_050));
        encoder.finish();
      };
      if (call === 'configure') use();
      else expect(use).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
      encoder.dispose();
      vi.runAllTimers();
      const next = await openMp3Encoder(format, pool);
      expect(made).toHaveLength(2);
      expect(joinBytes([next.encode(sweep(5000, 22_050)), next.finish()]).length).toBeGreaterThan(0);
    },
  );

  it('returns bytes that later calls do not overwrite', async () => {
    const encoder = await codec.openEncoder({ container: 'mp3', ...format }, { streaming: true });
    const first = encoder.encode(sweep(5000, 22_050));
    const copy = first.slice();
    encoder.encode(new Float32Array(200_000));
    encoder.finish();
    expect(copy.length).toBeGreaterThan(0);
    expect(first).toEqual(copy);
  });

  it('refuses use after its end, when another stream may have its instance', async () => {
    const encoder = await codec.openEncoder({ container: 'mp3', ...format }, { streaming: true });
    encoder.finish();
    expect(() => encoder.encode(new Float32Array(1))).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
    expect(() => encoder.finish()).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
  });

  it('treats samples that are not finite as silence', async () => {
    const samples = sweep(5000, 22_050);
    samples[100] = 0;
    const clean = await encode(samples, format);
    samples[100] = Number.NaN;
    expect(await encode(samples, format)).toEqual(clean);
  });
});
