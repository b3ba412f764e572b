import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import wavefile from 'wavefile';
import { chunk, extensibleTail, type WavParts, wavBytes } from '../../test/wav-bytes.ts';
import { joinSamples } from '../codec/join-samples.ts';
import { MAX_WINDOW_SECONDS, openWav, type WavRecording } from './wav-recording.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-wav-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function store(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.wav`);
  await writeFile(path, bytes);
  return path;
}

async function readAll(wav: WavRecording): Promise<Float32Array[]> {
  const windows = await Array.fromAsync(wav.windows());
  await wav.close();
  return windows;
}

/** Writes samples at a bit depth with the wavefile package, which shares no code with our decoder. */
function written(depth: string, channels: readonly (readonly number[])[]): Uint8Array {
  const wav = new wavefile.WaveFile();
  const samples = channels.length === 1 ? channels[0] : channels;
  wav.fromScratch(channels.length, 16_000, depth, samples as number[]);
  return wav.toBuffer();
}

describe('openWav', () => {
  it.each([
    ['8', (value: number) => (value + 1) * 128, 8],
    ['16', (value: number) => value * 32_768, 16],
    ['24', (value: number) => value * 8_388_608, 24],
    ['32', (value: number) => value * 2_147_483_648, 32],
    ['32f', (value: number) => value, 32],
  ] as const)('decodes %s-bit samples as wavefile wrote them', async (depth, scale, bits) => {
    const signal = [-1, -0.5, -0.25, 0, 0.25, 0.5, 1 - 2 ** -7];
    const wav = await openWav(written(depth, [signal.map(scale)]));
    expect(wav.header).toMatchObject({ bitsPerSample: bits, channels: 1, sampleRateHz: 16_000 });
    expect([...joinSamples(await readAll(wav))]).toEqual(signal);
  });

  it.each([
    [24, [0x56, 0x34, 0x12], 0x123456 / 2 ** 23],
    [24, [0x01, 0x00, 0xff], -0xffff / 2 ** 23],
    [32, [0x80, 0x56, 0x34, 0x12], 0x12345680 / 2 ** 31],
  ])('decodes every byte of a sample of %i bits: %j', async (bitsPerSample, bytes, expected) => {
    const wav = await openWav(wavBytes({ bitsPerSample, samples: Uint8Array.from(bytes) }));
    expect([...joinSamples(await readAll(wav))]).toEqual([expected]);
  });

  it('mixes channels to their mean', async () => {
    const channels = Array.from({ length: 8 }, (_, channel) => [channel * 1000, -channel * 1000]);
    const [left, right] = joinSamples(await readAll(await openWav(written('16', channels))));
    expect([left, right]).toEqual([Math.fround(3500 / 32_768), Math.fround(-3500 / 32_768)]);
  });

  it.each(['8', '16', '24', '32', '32f'])('reads a single channel of %s-bit samples', async (depth) => {
    const channels = Array.from({ length: 3 }, (_, channel) =>
      depth === '32f' ? [channel / 4, -channel / 4] : [channel * 50 + 3, channel * 20 + 1],
    );
    const whole = await openWav(written(depth, channels));
    for (const [channel, values] of channels.entries()) {
      const alone = await openWav(written(depth, [values]));
      const read = joinSamples(await Array.fromAsync(whole.windows({ channel })));
      expect([...read]).toEqual([...joinSamples(await readAll(alone))]);
    }
  });

  it('reads NaN in float samples as 0 and clips those beyond full scale', async () => {
    const odd = [Number.NaN, Number.POSITIVE_INFINITY, 7, -7, 0.5];
    const samples = new Uint8Array(Float32Array.from(odd).buffer);
    const wav = await openWav(wavBytes({ formatTag: 3, bitsPerSample: 32, samples }));
    expect([...joinSamples(await readAll(wav))]).toEqual([0, 0, 1, -1, 0.5]);
  });

  it('reads a file like the same bytes in memory, in windows of at most a second', async () => {
    const samples = Uint8Array.from({ length: 2 * 3 * 40_001 }, (_, index) => (index * 31) % 251);
    const bytes = wavBytes({ channels: 3, samples, chunksBetween: [chunk('LIST', new Uint8Array(100_001))] });
    const fromFile = await readAll(await openWav(await store(bytes)));
    expect(fromFile.map((window) => window.length)).toEqual([16_000, 16_000, 8001]);
    expect(16_000).toBe(MAX_WINDOW_SECONDS * 16_000);
    expect(await readAll(await openWav(bytes))).toEqual(fromFile);
  });

  it('ignores chunks after the data chunk', async () => {
    const bytes = Buffer.concat([
      wavBytes({ samples: new Uint8Array(6) }),
      chunk('LIST', new Uint8Array(64).fill(99)),
    ]);
    expect([...joinSamples(await readAll(await openWav(bytes)))]).toEqual([0, 0, 0]);
  });

  it('refuses a file with an empty data chunk, whatever chunk follows', async () => {
    const bytes = wavBytes({
      samples: new Uint8Array(0),
      chunksAfter: [chunk('LIST', new Uint8Array(4000).fill(99))],
    });
    for (const source of [bytes, await store(bytes)]) {
      await expect(openWav(source)).rejects.toMatchObject({
        code: 'AUDIO_NOT_READABLE',
        details: { reason: 'no-samples' },
      });
    }
  });

  it('reads all audio if the data size was never written', async () => {
    const samples = Uint8Array.from({ length: 20_000 }, (_, index) => (index * 31) % 251);
    const whole = await readAll(await openWav(wavBytes({ samples })));
    for (const declaredDataBytes of [0, 0xffff_ffff]) {
      const bytes = wavBytes({ samples, declaredDataBytes });
      expect(await readAll(await openWav(bytes))).toEqual(whole);
      expect(await readAll(await openWav(await store(bytes)))).toEqual(whole);
    }
  });

  it("decodes the same samples, whatever the header's byte rate and block align", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<[number, number]>([1, 8], [1, 16], [1, 24], [1, 32], [3, 32]),
        fc.integer({ min: 1, max: 8 }),
        fc.uint8Array({ minLength: 32, maxLength: 400 }),
        fc.nat(65_535),
        fc.nat(0xffff_ffff),
        async ([formatTag, bitsPerSample], channels, samples, frameBytes, byteRate) => {
          const parts = { formatTag, bitsPerSample, channels, samples };
          const sound = await readAll(await openWav(wavBytes(parts)));
          expect(await readAll(await openWav(wavBytes({ ...parts, frameBytes, byteRate })))).toEqual(sound);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('can be read twice, even at the same time', async () => {
    const wav = await openWav(await store(wavBytes({ samples: new Uint8Array(100_000).fill(3) })));
    const [one, two] = await Promise.all([Array.fromAsync(wav.windows()), Array.fromAsync(wav.windows())]);
    expect(one).toEqual(two);
    await wav.close();
    await wav.close();
  });

  it('rejects with ABORTED between windows', async () => {
    const control = new AbortController();
    const wav = await openWav(wavBytes({ samples: new Uint8Array(200_000) }));
    const windows = wav.windows({ signal: control.signal });
    await windows.next();
    control.abort();
    await expect(windows.next()).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('reports that a file shrank while it was read', async () => {
    const path = await store(wavBytes({ samples: new Uint8Array(100_000) }));
    const wav = await openWav(path);
    await truncate(path, 50_000);
    await expect(Array.fromAsync(wav.windows())).rejects.toMatchObject({ details: { reason: 'shrank' } });
    await wav.close();
  });

  const EXTENSIBLE = 0xfffe;

  it.each<[parts: WavParts, details: Record<string, unknown>]>([
    [
      { channels: 0, frameBytes: 2 },
      { reason: 'channels', channels: 0 },
    ],
    [{ channels: 300 }, { reason: 'channels', channels: 300 }],
    [{ sampleRateHz: 7000 }, { reason: 'sample-rate', sampleRateHz: 7000 }],
    [{ frameBytes: 4 }, { reason: 'block-align', frameBytes: 4, expectedFrameBytes: 2 }],
    [{ formatTag: 2 }, { reason: 'encoding', formatTag: 2, bitsPerSample: 16 }],
    [{ formatTag: 3 }, { reason: 'encoding', formatTag: 3, bitsPerSample: 16 }],
    [{ formatTag: EXTENSIBLE }, { reason: 'extensible-size', formatBytes: 16 }],
    [
      { formatTag: EXTENSIBLE, formatTail: extensibleTail(1, 24) },
      { reason: 'valid-bits', validBits: 24, bitsPerSample: 16 },
    ],
    [{ formatTag: EXTENSIBLE, formatTail: extensibleTail(1, 16).with(-1, 0) }, { reason: 'subtype' }],
    [{ formatTail: Array.from({ length: 30 }, () => 0) }, { reason: 'format-size', formatBytes: 46 }],
    [{ chunksBetween: [wavBytes().subarray(12, 36)] }, { reason: 'format-twice' }],
    [{ samples: new Uint8Array(1) }, { reason: 'no-samples', dataBytes: 1 }],
  ])('reports the details when it refuses %o', async (parts, details) => {
    await expect(openWav(wavBytes(parts))).rejects.toHaveProperty('details', details);
  });

  it.each([
    [30, 'its format'],
    [40, 'its data'],
  ])('refuses a file of %i bytes, which ends before %s', async (totalBytes, missing) => {
    await expect(openWav(wavBytes().subarray(0, totalBytes))).rejects.toMatchObject({
      message: `The WAV file ends after ${totalBytes} bytes, before ${missing}.`,
      details: { reason: 'cut-off', totalBytes },
    });
  });

  it('distinguishes a missing file from a path that is not a file', async () => {
    await expect(openWav(join(folder, 'absent.wav'))).rejects.toHaveProperty('details', {
      reason: 'file',
      systemCode: 'ENOENT',
    });
    await expect(openWav(folder)).rejects.toHaveProperty('details', { reason: 'not-a-file' });
  });

  it('refuses paths that are not files, without naming them', async () => {
    for (const path of [join(folder, 'absent.wav'), folder, '/dev/zero']) {
      const error: unknown = await openWav(path).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'AUDIO_NOT_READABLE' });
      expect(JSON.stringify(SpeechError.from(error).toWire())).not.toContain(path);
    }
  });

  // With instrumented statements it takes half a minute, hundreds of times.
  it.skipIf(process.env.PARLANCE_MUTANTS_TESTS)(
    'keeps only a window of a 100 MB file in memory',
    async () => {
      const path = join(folder, 'large.wav');
      const file = await open(path, 'w');
      await file.write(
        wavBytes({ bitsPerSample: 8, sampleRateHz: 8000, declaredDataBytes: 0, samples: new Uint8Array(0) }),
      );
      await file.truncate(100_000_000);
      await file.close();
      const wav = await openWav(path);
      expect(wav.durationSeconds).toBe((100_000_000 - 44) / 8000);
      const residentBytes = process.memoryUsage.rss();
      let readSamples = 0;
      for await (const window of wav.windows()) {
        readSamples += window.length;
        if (readSamples > 40_000_000) break;
      }
      // All samples would take 160 MB; how much of them is not collected yet depends on the collector.
      expect(process.memoryUsage.rss() - residentBytes).toBeLessThan(100 * 1_048_576);
      await wav.close();
    },
  );

  it('returns as many samples as it reports frames, for any file', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(8, 16, 24, 32),
        fc.integer({ min: 1, max: 8 }),
        fc.uint8Array({ minLength: 32, maxLength: 400 }),
        fc.constantFrom(0, 0xffff_ffff, 64, 100_000),
        async (bitsPerSample, channels, samples, declaredDataBytes) => {
          const wav = await openWav(wavBytes({ bitsPerSample, channels, samples, declaredDataBytes }));
          const mono = joinSamples(await readAll(wav));
          expect(mono.length).toBe(wav.frames);
          expect(mono.every((value) => value >= -1 && value <= 1)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});
