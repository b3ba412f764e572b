import type { DecodeOptions } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { describe, expect, it, onTestFinished } from 'vitest';
import { joinSamples } from '../src/codec/join-samples.ts';
import type { AnyRecordingReaderParts } from '../src/recording/any-recording-reader.ts';
import { openRecordingBench, type RecordingBench } from './recording-bench.ts';
import { wavBytes } from './wav-bytes.ts';

/** A format that only ffmpeg can read. */
const M4A = Buffer.from('\0\0\0\x20ftypM4A ', 'latin1');
const RATE_HZ = 16_000;

type Ffmpeg = AnyRecordingReaderParts['transcoder'];

/** The scripted output of ffmpeg, whose last piece may be an error. */
interface Script {
  readonly windows?: readonly Float32Array[];
  readonly wav?: readonly Uint8Array[];
  readonly failure?: SpeechError;
}

function benchWith({ windows = [], wav = [], failure }: Script) {
  const asked: DecodeOptions[] = [];
  async function* pieces<Piece>(all: readonly Piece[], options: DecodeOptions): AsyncGenerator<Piece> {
    asked.push(options);
    yield* all;
    if (failure !== undefined) throw failure;
  }
  const transcoder: Ffmpeg = {
    isAvailable: async () => true,
    decode: (_input, options) => pieces(windows, options),
    decodeToWav: (_input, options) => pieces(wav, options),
  };
  const bench: RecordingBench = openRecordingBench({ transcoder });
  onTestFinished(() => bench[Symbol.asyncDispose]());
  return { bench, asked };
}

/** WAV like that of ffmpeg, without its length. The left channel is loud, the right one silent. */
function stereo(frames: number): Uint8Array {
  const samples = new Int16Array(2 * frames);
  for (let at = 0; at < frames; at += 1) samples[2 * at] = 16_384;
  const bytes = new Uint8Array(samples.buffer);
  return wavBytes({ channels: 2, sampleRateHz: RATE_HZ, declaredDataBytes: 0xffffffff, samples: bytes });
}

describe('a recording that only ffmpeg reads', () => {
  it('is decoded once, to 16 kHz mono, to a copy that is removed when it is closed', async () => {
    const windows = [new Float32Array(1000).fill(0.5), new Float32Array(600).fill(-0.5)];
    const { bench, asked } = benchWith({ windows });
    const { signal } = new AbortController();
    const recording = await bench.reader.open(M4A, { maxSeconds: 5, signal });
    expect(recording).toMatchObject({ sampleRateHz: RATE_HZ, channels: 1, frames: 1600 });
    expect(asked).toEqual([{ sampleRateHz: RATE_HZ, maxSeconds: 5, signal }]);
    const samples = joinSamples(await Array.fromAsync(recording.samples(RATE_HZ)));
    expect([samples.length, samples[0], samples[1599]]).toEqual([
      1600,
      expect.closeTo(0.5, 3),
      expect.closeTo(-0.5, 3),
    ]);
    expect(await bench.spooled()).toHaveLength(1);
    await recording.close();
    expect(await bench.spooled()).toEqual([]);
  });

  it('keeps its channels separate on request', async () => {
    const { bench, asked } = benchWith({ wav: [stereo(1600)] });
    const { signal } = new AbortController();
    const recording = await bench.reader.open(M4A, { keepsChannels: true, maxSeconds: 5, signal });
    expect(recording).toMatchObject({ sampleRateHz: RATE_HZ, channels: 2, frames: 1600 });
    expect(asked).toEqual([{ sampleRateHz: RATE_HZ, maxSeconds: 5, signal }]);
    const heard = [0, 1].map(async (channel) =>
      joinSamples(await Array.fromAsync(recording.samples(RATE_HZ, { channel }))),
    );
    const [left, right] = await Promise.all(heard);
    expect([left?.[800], right?.[800]]).toEqual([expect.closeTo(0.5, 3), expect.closeTo(0, 3)]);
    expect(await bench.spooled()).toHaveLength(1);
    await recording.close();
    expect(await bench.spooled()).toEqual([]);
  });

  it('may have the maximum duration and not more, although ffmpeg returns a second more', async () => {
    const { bench } = benchWith({ wav: [stereo(2 * RATE_HZ)] });
    const recording = await bench.reader.open(M4A, { keepsChannels: true, maxSeconds: 2 });
    await recording.close();
    const opening = bench.reader.open(M4A, { keepsChannels: true, maxSeconds: 1 });
    await expect(opening).rejects.toMatchObject({ code: 'AUDIO_TOO_LONG', details: { maxSeconds: 1 } });
    expect(await bench.spooled()).toEqual([]);
  });

  it('leaves no copy if ffmpeg fails, or returns something other than a WAV file', async () => {
    const failure = new SpeechError('TRANSCODER_FAILED', 'ffmpeg ended with status 1.');
    const { bench } = benchWith({ windows: [new Float32Array(10)], wav: [stereo(10)], failure });
    await expect(bench.reader.open(M4A)).rejects.toBe(failure);
    await expect(bench.reader.open(M4A, { keepsChannels: true })).rejects.toBe(failure);
    const other = benchWith({ wav: [Buffer.from('no WAV')] }).bench;
    const opening = other.reader.open(M4A, { keepsChannels: true });
    await expect(opening).rejects.toMatchObject({ code: 'AUDIO_NOT_READABLE' });
    expect(await other.spooled()).toEqual([]);
  });
});
