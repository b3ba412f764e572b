import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TRANSCODER_CONTAINERS } from '@parlance/core/audio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fitTone, tone } from '../../test/tone.ts';
import { wavBytes } from '../../test/wav-bytes.ts';
import { createAudioReader } from '../codec/audio-reader.ts';
import { joinBytes } from '../codec/join-bytes.ts';
import { joinSamples } from '../codec/join-samples.ts';
import { createFfmpegTranscoder } from './ffmpeg-transcoder.ts';

const transcoder = createFfmpegTranscoder();
const hasFfmpeg = await transcoder.isAvailable();
if (!hasFfmpeg)
  console.info('Skipped: decoding and encoding with ffmpeg, which is not on the PATH or at FFMPEG_PATH.');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-ffmpeg-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function* pieces<Piece>(...all: readonly Piece[]): AsyncGenerator<Piece> {
  yield* all;
}

/** A source that never ends by itself. @returns it, and a promise that resolves when it is released */
function endless(): { readonly source: AsyncGenerator<Float32Array>; readonly released: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  async function* source(): AsyncGenerator<Float32Array> {
    try {
      for (;;) yield tone(440, 16_000, 16_000);
    } finally {
      resolve();
    }
  }
  return { source: source(), released: promise };
}

describe('without ffmpeg', () => {
  it.each([
    [{ PATH: '/nowhere' }, 'ffmpeg is not installed'],
    [{ PATH: '' }, 'set FFMPEG_PATH'],
    [{ FFMPEG_PATH: '/nowhere/ffmpeg', PATH: process.env.PATH }, 'FFMPEG_PATH does not name'],
    [{ FFMPEG_PATH: tmpdir() }, 'FFMPEG_PATH does not name'],
  ])('the transcoder with %o says how to fix it', async (environment, message) => {
    const absent = createFfmpegTranscoder({ environment });
    expect(await absent.isAvailable()).toBe(false);
    const unavailable = { code: 'TRANSCODER_UNAVAILABLE', message: expect.stringContaining(message) };
    await expect(Array.fromAsync(absent.decode('a.mp3', { sampleRateHz: 16_000 }))).rejects.toMatchObject(
      unavailable,
    );
    const encoding = absent.encode(pieces(new Float32Array(1)), { container: 'flac', sampleRateHz: 16_000 });
    await expect(Array.fromAsync(encoding)).rejects.toMatchObject(unavailable);
  });
});

describe.skipIf(!hasFfmpeg)('with ffmpeg', () => {
  it.each(TRANSCODER_CONTAINERS)(
    'encodes %s that decodes to the signal, from bytes and from a file',
    async (container) => {
      const signal = tone(440, 48_000, 96_000, 0.5);
      const input = pieces(signal.subarray(0, 777), signal.subarray(777));
      const encoded = joinBytes(
        await Array.fromAsync(transcoder.encode(input, { container, sampleRateHz: 48_000 })),
      );
      const path = join(folder, `tone.${container}`);
      await writeFile(path, encoded);
      for (const source of [path, pieces(encoded.subarray(0, 500), encoded.subarray(500))]) {
        const windows = await Array.fromAsync(transcoder.decode(source, { sampleRateHz: 16_000 }));
        const decoded = joinSamples(windows);
        expect(Math.abs(decoded.length - 32_000)).toBeLessThan(2500);
        expect(fitTone(decoded.subarray(2000, 30_000), 440, 16_000).amplitude).toBeCloseTo(0.5, 1);
      }
    },
  );

  it('keeps the channels when it decodes to WAV', async () => {
    const path = join(folder, 'two.flac');
    await writeFile(
      path,
      await readFile(new URL('../../../../fixtures/recordings/two-tones.flac', import.meta.url)),
    );
    const wav = joinBytes(await Array.fromAsync(transcoder.decodeToWav(path, { sampleRateHz: 16_000 })));
    const recording = await createAudioReader().open(wav);
    expect(recording).toMatchObject({ sampleRateHz: 16_000, channels: 2, frames: 9600 });
    const right = joinSamples(await Array.fromAsync(recording.samples(16_000, { channel: 1 })));
    expect(fitTone(right, 1000, 16_000).amplitude).toBeCloseTo(0.5, 1);
    expect(fitTone(right, 440, 16_000).amplitude).toBeLessThan(0.01);
  });

  it('ends a WAV file soon after the maximum duration', async () => {
    const wav = wavBytes({ samples: new Uint8Array(2 * 16_000 * 9) });
    const decoding = transcoder.decodeToWav(pieces(wav), { sampleRateHz: 16_000, maxSeconds: 2 });
    const recording = await createAudioReader().open(joinBytes(await Array.fromAsync(decoding)));
    expect(recording.frames).toBe(3 * 16_000);
  });

  it.each([
    ['text', 'no audio at all'],
    [
      'a playlist of other files',
      '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n/etc/hostname.wav\n#EXT-X-ENDLIST\n',
    ],
    ['a concat script', 'ffconcat version 1.0\nfile /etc/hostname\n'],
    ['nothing', ''],
  ])('refuses %s', async (_, text) => {
    const path = join(folder, 'refused');
    await writeFile(path, text);
    for (const source of [path, pieces(Buffer.from(text))]) {
      await expect(
        Array.fromAsync(transcoder.decode(source, { sampleRateHz: 16_000 })),
      ).rejects.toMatchObject({
        code: 'AUDIO_NOT_READABLE',
      });
    }
  });

  it('refuses an address, which it treats as the name of a file', async () => {
    const decoding = transcoder.decode('http://127.0.0.1:9/a.mp3', { sampleRateHz: 16_000 });
    await expect(Array.fromAsync(decoding)).rejects.toMatchObject({ code: 'AUDIO_NOT_READABLE' });
  });

  it('refuses audio that is longer than allowed', async () => {
    const wav = wavBytes({ samples: new Uint8Array(2 * 16_000 * 3) });
    const decoding = transcoder.decode(pieces(wav), { sampleRateHz: 16_000, maxSeconds: 2 });
    await expect(Array.fromAsync(decoding)).rejects.toMatchObject({
      code: 'AUDIO_TOO_LONG',
      details: { maxSeconds: 2 },
    });
  });

  it('decodes audio of exactly the maximum duration, a second at a time', async () => {
    const wav = wavBytes({ samples: new Uint8Array(2 * 16_000 * 2) });
    const decoding = transcoder.decode(pieces(wav), { sampleRateHz: 16_000, maxSeconds: 2 });
    const windows = await Array.fromAsync(decoding);
    expect(joinSamples(windows)).toHaveLength(32_000);
    expect(Math.max(...windows.map(({ length }) => length))).toBeLessThanOrEqual(16_000);
    expect(windows.every(({ length }) => length > 0)).toBe(true);
  });

  it('encodes at the bitrate that is asked for', async () => {
    const bytesAt = async (bitrateKbps: number): Promise<number> => {
      const encoding = transcoder.encode(pieces(tone(440, 48_000, 96_000, 0.5)), {
        ...{ container: 'opus', sampleRateHz: 48_000, bitrateKbps },
      });
      return joinBytes(await Array.fromAsync(encoding)).length;
    };
    expect((await bytesAt(96)) / (await bytesAt(16))).toBeGreaterThan(2);
  });

  it('reports the format that it could not encode', async () => {
    const encoding = transcoder.encode(pieces(new Float32Array(100)), {
      // Opus has at most 510.
      ...{ container: 'opus', sampleRateHz: 48_000, bitrateKbps: 10_000 },
    });
    await expect(Array.fromAsync(encoding)).rejects.toMatchObject({
      code: 'TRANSCODER_FAILED',
      details: { container: 'opus' },
    });
  });

  it('ends at once when it is aborted, and releases its source', async () => {
    const { source, released } = endless();
    const control = new AbortController();
    const encoding = transcoder
      .encode(source, { container: 'flac', sampleRateHz: 16_000, signal: control.signal })
      [Symbol.asyncIterator]();
    await encoding.next();
    control.abort();
    const rest = (async () => {
      while (!(await encoding.next()).done);
    })();
    await expect(rest).rejects.toMatchObject({ code: 'ABORTED' });
    await released;
  });

  it('ends at its time limit', async () => {
    const { source, released } = endless();
    const encoding = transcoder.encode(source, { container: 'flac', sampleRateHz: 16_000, timeoutMs: 300 });
    await expect(Array.fromAsync(encoding)).rejects.toMatchObject({ code: 'TRANSCODER_FAILED' });
    await released;
  });

  it('terminates ffmpeg when the loop is left', async () => {
    const { source, released } = endless();
    for await (const bytes of transcoder.encode(source, { container: 'flac', sampleRateHz: 16_000 })) {
      if (bytes.length > 0) break;
    }
    await released;
  });

  it('passes on the error of its source', async () => {
    async function* broken(): AsyncGenerator<Float32Array> {
      yield new Float32Array(100);
      throw new TypeError('the source broke');
    }
    const encoding = transcoder.encode(broken(), { container: 'flac', sampleRateHz: 16_000 });
    await expect(Array.fromAsync(encoding)).rejects.toMatchObject({ code: 'INTERNAL' });
  });
});
