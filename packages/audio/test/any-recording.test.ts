import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { killChildProcesses } from '@parlance/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudioCodec } from '../src/codec/audio-codec.ts';
import { joinSamples } from '../src/codec/join-samples.ts';
import { openRecordingBench, type RecordingBench } from './recording-bench.ts';
import { fitTone, tone } from './tone.ts';

const fixturePath = (file: string): URL => new URL(`../../../fixtures/recordings/${file}`, import.meta.url);
const fixture = (format: string): Uint8Array => new Uint8Array(readFileSync(fixturePath(`train.${format}`)));
/** A tone of 440 Hz on the left channel, and 1000 Hz on the right. */
const twoTones = (format: string): Uint8Array =>
  new Uint8Array(readFileSync(fixturePath(`two-tones.${format}`)));

/** The duration of the sentence, in seconds; encoders add up to a frame. */
const SENTENCE_SECONDS = 1.375;

/** The amplitudes at 440 and 1000 Hz. */
function amplitudes(samples: Float32Array | undefined): number[] {
  return [440, 1000].map((hz) => fitTone(samples ?? new Float32Array(0), hz, 16_000).amplitude);
}

function tones(...expected: readonly number[]): unknown[] {
  return expected.map((amplitude) => expect.closeTo(amplitude, 1));
}

describe.runIf(process.platform === 'linux')('a recording whose decoder crashes', () => {
  it('is refused as damaged, and the next one is read', async () => {
    await using bench = openRecordingBench({ isolation: 'process' });
    const long = Buffer.concat(Array.from({ length: 2000 }, () => fixture('opus')));
    const opening = bench.reader.open(new Uint8Array(long));
    const refusal = expect(opening).rejects.toMatchObject({
      code: 'AUDIO_NOT_READABLE',
      message: 'The recording is damaged: its decoder ended.',
    });
    // Two files: the recording, and the copy that grows.
    while ((await bench.spooledBytes()) <= long.length) await setImmediate();
    killChildProcesses();
    await refusal;
    expect(bench.incidents.map(({ kind }) => kind)).toContain('worker-died');
    const next = await bench.reader.open(fixture('flac'));
    expect(next.frames).toBe(21_999);
    await next.close();
    expect(await bench.spooled()).toEqual([]);
  });
});

// Workers do not know which mutant is active, so for mutants everything is also decoded in this process.
const PLACES = process.env.PARLANCE_MUTANTS_TESTS === undefined ? [true] : [true, false];

describe.each(PLACES)('a reader of any recording, with workers: %s', (hasWorkers) => {
  let bench: RecordingBench;
  let folder: string;
  beforeAll(() => {
    bench = openRecordingBench({ hasWorkers });
    folder = mkdtempSync(join(tmpdir(), 'parlance-any-'));
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  const samplesOf = async (source: Uint8Array | string, rateHz = 16_000): Promise<Float32Array> => {
    const recording = await bench.reader.open(source);
    const samples = joinSamples(await Array.fromAsync(recording.samples(rateHz)));
    await recording.close();
    return samples;
  };

  it.each([
    ['mp3', { sampleRateHz: 44_100, channels: 2 }],
    ['flac', { sampleRateHz: 16_000, channels: 1 }],
    ['ogg', { sampleRateHz: 48_000, channels: 2 }],
    ['opus', { sampleRateHz: 16_000, channels: 1 }],
  ])('returns the samples of %s, and leaves nothing behind', async (format, facts) => {
    const recording = await bench.reader.open(fixture(format));
    expect(recording).toMatchObject(facts);
    expect(recording.frames / recording.sampleRateHz).toBeCloseTo(SENTENCE_SECONDS, 1);
    const [first, again] = [
      await Array.fromAsync(recording.samples(16_000)),
      await Array.fromAsync(recording.samples(16_000)),
    ];
    expect(joinSamples(again)).toEqual(joinSamples(first));
    await recording.close();
    await recording.close();
    expect(await bench.spooled()).toEqual([]);
    const heard = joinSamples(first);
    const reference = await samplesOf(fixture('flac'));
    expect(likeness(heard, reference)).toBeGreaterThan(0.9);
  });

  it.each(['mp3', 'flac', 'ogg', 'opus'])(
    'keeps the channels of %s separate if requested',
    async (format) => {
      const recording = await bench.reader.open(twoTones(format), { keepsChannels: true });
      expect(recording.channels).toBe(2);
      const [left, right] = await Promise.all(
        [0, 1].map(async (channel) =>
          joinSamples(await Array.fromAsync(recording.samples(16_000, { channel }))),
        ),
      );
      const mixed = joinSamples(await Array.fromAsync(recording.samples(16_000)));
      await recording.close();
      expect(await bench.spooled()).toEqual([]);
      expect([left?.length, right?.length]).toEqual([mixed.length, mixed.length]);
      // Lossy codecs leak a little of one channel into the other.
      expect(amplitudes(left)).toEqual(tones(0.5, 0));
      expect(amplitudes(right)).toEqual(tones(0, 0.5));
      expect(amplitudes(mixed)).toEqual(tones(0.25, 0.25));
      expect(amplitudes(await samplesOf(twoTones(format)))).toEqual(tones(0.25, 0.25));
    },
  );

  it('keeps an MP3 mono although its decoder returns two channels', async () => {
    const encoder = await createAudioCodec().openEncoder(
      { container: 'mp3', sampleRateHz: 22_050, bitrateKbps: 64 },
      { streaming: true },
    );
    const mp3 = Buffer.concat([encoder.encode(tone(440, 22_050, 44_100, 0.5)), encoder.finish()]);
    const recording = await bench.reader.open(new Uint8Array(mp3), { keepsChannels: true });
    expect(recording.channels).toBe(1);
    const alone = joinSamples(await Array.fromAsync(recording.samples(16_000, { channel: 0 })));
    await recording.close();
    expect(fitTone(alone, 440, 16_000).amplitude).toBeCloseTo(0.5, 1);
  });

  it('reads the output of our own encoder', async () => {
    const encoder = await createAudioCodec().openEncoder(
      { container: 'mp3', sampleRateHz: 22_050, bitrateKbps: 64 },
      { streaming: true },
    );
    const mp3 = Buffer.concat([encoder.encode(tone(440, 22_050, 44_100, 0.5)), encoder.finish()]);
    const fit = fitTone(await samplesOf(new Uint8Array(mp3)), 440, 16_000);
    expect(fit.amplitude).toBeCloseTo(0.5, 1);
    expect(fit.residueRms).toBeLessThan(0.02);
  });

  it('measures a file without keeping anything', async () => {
    const path = join(folder, 'sentence');
    writeFileSync(path, fixture('opus'));
    const length = await bench.reader.measure(path);
    expect((length?.frames ?? 0) / (length?.sampleRateHz ?? 1)).toBeCloseTo(SENTENCE_SECONDS, 1);
    expect(await bench.spooled()).toEqual([]);
  });

  it('does not decode a large file to measure it', async () => {
    const path = join(folder, 'large');
    writeFileSync(path, Buffer.concat([fixture('mp3'), Buffer.alloc(5_000_000)]));
    expect(await bench.reader.measure(path)).toBeUndefined();
  });

  it('stops at the maximum duration of a recording with few bytes', async () => {
    // Four seconds in 6 kB: the limit is reached during decoding, not at the end.
    const opus = fixture('opus');
    const chained = Buffer.concat(Array.from({ length: 200 }, () => opus));
    await expect(bench.reader.open(new Uint8Array(chained), { maxSeconds: 3 })).rejects.toMatchObject({
      code: 'AUDIO_TOO_LONG',
      message: 'The recording is longer than 3 seconds; that is the limit.',
    });
    expect(await bench.spooled()).toEqual([]);
  });

  it('decodes chained recordings one after the other', async () => {
    const one = await samplesOf(fixture('opus'));
    const two = await samplesOf(new Uint8Array(Buffer.concat([fixture('opus'), fixture('opus')])));
    expect(two.length).toBe(2 * one.length);
  });

  it('refuses too many channels before a decoder allocates memory for them', async () => {
    const opus = fixture('opus');
    opus[Buffer.from(opus).indexOf('OpusHead') + 9] = 255;
    await expect(bench.reader.open(opus)).rejects.toMatchObject({
      code: 'AUDIO_NOT_READABLE',
      message: 'The recording is Opus with 255 channels; 1 to 8 can be read.',
    });
  });

  it.each([
    ['\0\0\0\x20ftypM4A ', /MP4 or M4A, which needs ffmpeg; it is not installed/],
    ['This is not a recording at all.', /format of the recording is unknown.*MP3, FLAC, Ogg Vorbis and Opus/],
  ])('says what other formats need: %s', async (head, message) => {
    await expect(bench.reader.open(Buffer.from(head, 'latin1'))).rejects.toMatchObject({
      code: 'AUDIO_NOT_READABLE',
      message: expect.stringMatching(message),
    });
  });

  it('can be aborted', async () => {
    const control = new AbortController();
    const opening = bench.reader.open(fixture('flac'), { signal: control.signal });
    control.abort();
    await expect(opening).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('never lost a worker', () => {
    expect(bench.incidents).toEqual([]);
  });
});

/** The correlation of two signals at the best delay within those of codecs. */
function likeness(one: Float32Array, other: Float32Array): number {
  const energy = (samples: Float32Array) => samples.reduce((sum, value) => sum + value * value, 0);
  const scale = Math.sqrt(energy(one) * energy(other));
  let best = 0;
  for (let delay = -800; delay <= 800; delay += 1) {
    let product = 0;
    for (let at = Math.max(0, -delay); at < one.length; at += 1)
      product += (one[at] ?? 0) * (other[at + delay] ?? 0);
    best = Math.max(best, product / scale);
  }
  return best;
}
