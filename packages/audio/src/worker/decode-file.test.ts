import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodePcm16 } from '@parlance/core/audio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInstancePool } from '../codec/instance-pool.ts';
import { createConverter } from '../resample/libsamplerate-instances.ts';
import { decodeFile } from './decode-file.ts';
import type { DecodeTask } from './decode-task.ts';

const FLAC = fileURLToPath(new URL('../../../../fixtures/recordings/train.flac', import.meta.url));
const converters = createInstancePool(createConverter, 1);

describe('the decoding of a file', () => {
  let folder: string;
  let task: DecodeTask;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parlance-decode-'));
    task = {
      codec: 'flac',
      sourcePath: FLAC,
      startBytes: 0,
      sourceBytes: (await readFile(FLAC)).length,
      targetPath: join(folder, 'copy'),
      targetRateHz: 16_000,
      keepsChannels: false,
      maxSeconds: 60,
      maxWorkMs: 60_000,
    };
  });
  afterEach(() => rm(folder, { recursive: true }));
  const decode = (changes: Partial<DecodeTask> = {}, isAborted = () => false) =>
    decodeFile({ ...task, ...changes }, converters, isAborted);

  it('fills the target with as many samples as it reports', async () => {
    expect(await decode()).toEqual({
      sampleRateHz: 16_000,
      channels: 1,
      frames: 21_999,
      targetSamples: 21_999,
    });
    expect(await readFile(task.targetPath)).toHaveLength(2 * 21_999);
    expect(await decode({ targetRateHz: 8000 })).toMatchObject({ frames: 21_999, targetSamples: 11_000 });
  });

  it('reads only the bytes that the source had at the request', async () => {
    const path = join(folder, 'growing');
    await writeFile(path, Buffer.concat([await readFile(FLAC), Buffer.alloc(100_000)]));
    expect(await decode({ sourcePath: path })).toMatchObject({ frames: 21_999 });
  });

  it('stops when its caller aborts', async () => {
    expect(await decode({}, () => true)).toBeUndefined();
  });

  it('stops when it takes too long, and reports the limit', async () => {
    await expect(decode({ maxWorkMs: -5000 })).rejects.toMatchObject({
      code: 'AUDIO_NOT_READABLE',
      message: 'Decoding the recording took longer than -5 seconds; that is the limit.',
      details: { reason: 'decoder-timeout' },
    });
  });

  it('ends each of several chained Opus streams where its last page says', async () => {
    const opus = await readFile(new URL('../../../../fixtures/recordings/train.opus', import.meta.url));
    const preSkip = opus.readUInt16LE(opus.indexOf('OpusHead') + 10);
    const granule = Number(opus.readBigUInt64LE(opus.lastIndexOf('OggS') + 6));
    // Granules count samples at 48 kHz.
    const samples = Math.round((granule - preSkip) / 3);
    for (const times of [1, 3]) {
      const path = join(folder, `${times}.opus`);
      const bytes = Buffer.concat(Array.from({ length: times }, () => opus));
      await writeFile(path, bytes);
      const result = await decode({ codec: 'opus', sourcePath: path, sourceBytes: bytes.length });
      expect(result).toEqual({
        sampleRateHz: 16_000,
        channels: 1,
        frames: times * samples,
        targetSamples: times * samples,
      });
    }
  });

  it('returns its converter to the pool when the recording is too long', async () => {
    const create = vi.fn(createConverter);
    const own = createInstancePool(create, 1);
    for (const _ of [1, 2])
      await expect(
        decodeFile({ ...task, targetRateHz: 8000, maxSeconds: 0 }, own, () => false),
      ).rejects.toMatchObject({ code: 'AUDIO_TOO_LONG' });
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('drops the pre-skip of an Opus stream', async () => {
    const opus = fileURLToPath(new URL('../../../../fixtures/recordings/train.opus', import.meta.url));
    const copyOf = async (changes: Partial<DecodeTask>): Promise<Float32Array> => {
      await decode(changes);
      return decodePcm16(await readFile(task.targetPath));
    };
    const plain = await copyOf({});
    const heard = await copyOf({
      codec: 'opus',
      sourcePath: opus,
      sourceBytes: (await readFile(opus)).length,
    });
    const likeness = (lag: number): number =>
      plain.subarray(200, 20_000).reduce((sum, value, at) => sum + value * (heard[at + 200 + lag] ?? 0), 0);
    const lags = Array.from({ length: 401 }, (_, index) => index - 200);
    const best = lags.reduce((one, other) => (likeness(other) > likeness(one) ? other : one));
    expect(Math.abs(best)).toBeLessThanOrEqual(2);
  });

  it('finds nothing in a file without samples, and reports a file as damaged if its decoder fails', async () => {
    await expect(decode({ codec: 'opus', sourceBytes: 0 })).rejects.toMatchObject({
      code: 'AUDIO_NOT_READABLE',
      details: { reason: 'no-samples' },
    });
    await expect(decode({ sourceBytes: 0 })).rejects.toMatchObject({
      code: 'AUDIO_NOT_READABLE',
      details: { reason: 'damaged' },
    });
  });

  it('reports a storage error if the recording is missing', async () => {
    await expect(decode({ sourcePath: join(folder, 'none') })).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      details: { systemCode: 'ENOENT' },
    });
  });

  it.runIf(process.platform === 'linux')('reports a full disk', async () => {
    await expect(decode({ targetPath: '/dev/full' })).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  });
});
