import { LIMITS } from '@parlance/core/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import wavefile from 'wavefile';
import { createAudioCodec } from '../codec/audio-codec.ts';
import { joinBytes } from '../codec/join-bytes.ts';
import { joinSamples } from '../codec/join-samples.ts';
import { wavHeader } from './wav-encoder.ts';
import { inspectWav } from './wav-header-scanner.ts';
import { openWav } from './wav-recording.ts';

const codec = createAudioCodec();
const pcm16 = fc.array(fc.integer({ min: -32_768, max: 32_767 }), { minLength: 1, maxLength: 300 });

async function encode(
  container: 'wav' | 'pcm',
  pieces: readonly Float32Array[],
  options: { readonly streaming: boolean },
  sampleRateHz = 16_000,
): Promise<Uint8Array> {
  const encoder = await codec.openEncoder({ container, sampleRateHz }, options);
  return joinBytes([...pieces.map((piece) => encoder.encode(piece)), encoder.finish()]);
}

describe('a WAV encoder', () => {
  it.each(LIMITS.synthesis.sampleRatesHz)(
    'writes a file with correct sizes that wavefile reads at %i Hz',
    async (rate) => {
      const samples = Float32Array.of(0, 0.5, -0.5, -1, 1);
      const bytes = await encode('wav', [samples], { streaming: false }, rate);
      const wav = new wavefile.WaveFile(bytes);
      expect(wav.fmt).toMatchObject({ sampleRate: rate, numChannels: 1, bitsPerSample: 16 });
      expect([...wav.getSamples()]).toEqual([0, 16_384, -16_384, -32_768, 32_767]);
      expect(Buffer.from(bytes).readUInt32LE(4)).toBe(bytes.length - 8);
      expect(Buffer.from(bytes).readUInt32LE(40)).toBe(10);
    },
  );

  it('sends its header with the first bytes of a stream, with unknown sizes', async () => {
    const encoder = await codec.openEncoder({ container: 'wav', sampleRateHz: 22_050 }, { streaming: true });
    const first = Buffer.from(encoder.encode(new Float32Array(3)));
    expect(first.length).toBe(44 + 6);
    expect([first.readUInt32LE(4), first.readUInt32LE(40)]).toEqual([0xffff_ffff, 0xffff_ffff]);
    expect(encoder.encode(new Float32Array(2))).toHaveLength(4);
    expect(encoder.finish()).toHaveLength(0);
    expect(inspectWav(first)).toMatchObject({ frames: 3 });
  });

  it('writes piece by piece, with correct sizes, if the header may be written last', async () => {
    const samples = Float32Array.from({ length: 300 }, (_, index) => index / 300);
    const format = { container: 'wav', sampleRateHz: 22_050 } as const;
    const encoder = await codec.openEncoder(format, { streaming: false, hasLateHeader: true });
    expect(encoder.lateHeader?.bytes).toBe(44);
    const first = encoder.encode(samples.subarray(0, 100));
    expect(first).toHaveLength(200);
    const rest = joinBytes([encoder.encode(samples.subarray(100)), encoder.finish()]);
    const header = encoder.lateHeader?.make() ?? new Uint8Array(0);
    expect(joinBytes([header, first, rest])).toEqual(
      await encode('wav', [samples], { streaming: false }, 22_050),
    );
  });

  it.each([true, false])('writes only a header if nothing was encoded (streaming: %s)', async (streaming) => {
    expect(await encode('wav', [], { streaming })).toHaveLength(44);
  });

  it('writes 16-bit audio unchanged, however the input is cut', async () => {
    await fc.assert(
      fc.asyncProperty(pcm16, fc.nat(300), fc.boolean(), async (values, cut, streaming) => {
        const samples = Float32Array.from(values, (value) => value / 32_768);
        const bytes = await encode('wav', [samples.subarray(0, cut), samples.subarray(cut)], { streaming });
        const wav = await openWav(bytes);
        expect(joinSamples(await Array.fromAsync(wav.windows()))).toEqual(samples);
      }),
      { numRuns: 200 },
    );
  });

  it('creates a correct header for a stream once the length is known', async () => {
    const samples = [new Float32Array(50).fill(0.25)];
    const stream = await encode('wav', samples, { streaming: true });
    stream.set(wavHeader({ sampleRateHz: 16_000, dataBytes: stream.length - 44 }));
    expect(stream).toEqual(await encode('wav', samples, { streaming: false }));
  });

  it('keeps the streaming sizes if the true ones do not fit into 32 bits', () => {
    expect(wavHeader({ sampleRateHz: 8000, dataBytes: 5e9 })).toEqual(wavHeader({ sampleRateHz: 8000 }));
  });
});

describe('a PCM encoder', () => {
  it('writes 16-bit little-endian samples, clipped, and 0 for NaN', async () => {
    const samples = Float32Array.of(0, 1 / 32_768, -1 / 32_768, 9, -9, Number.NaN, Number.POSITIVE_INFINITY);
    const bytes = await encode('pcm', [samples], { streaming: true });
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const values = Array.from({ length: 7 }, (_, index) => view.getInt16(index * 2, true));
    expect(values).toEqual([0, 1, -1, 32_767, -32_768, 0, 32_767]);
  });
});
