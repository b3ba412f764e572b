import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';
import type { WorkerPool, WorkerPoolOptions } from '@parlance/worker-kit';
import { afterEach, expect, it, vi } from 'vitest';
import type { DecodeResult, DecodeTask } from '../worker/decode-task.ts';
import { createRecordingDecoder, type RecordingDecoderOptions } from './recording-decoder.ts';

type Pool = WorkerPool<DecodeTask, DecodeResult | undefined>;
type PoolOptions = WorkerPoolOptions<undefined, DecodeTask>;

const pool = vi.hoisted(() => ({
  run: vi.fn<Pool['run']>(),
  close: vi.fn(async () => undefined),
  create: vi.fn(),
}));
vi.mock(import('@parlance/worker-kit'), async (original) => ({
  ...(await original()),
  createWorkerPool: pool.create,
}));

const RESULT: DecodeResult = { sampleRateHz: 16_000, channels: 1, frames: 1, targetSamples: 1 };

function open(options?: RecordingDecoderOptions) {
  pool.create.mockReturnValue(pool);
  const decoder = createRecordingDecoder(options);
  return { decoder, options: pool.create.mock.lastCall?.[0] as PoolOptions };
}
function task(sourceBytes: number): Omit<DecodeTask, 'maxWorkMs'> {
  return {
    ...{ codec: 'mp3', sourcePath: 'a', startBytes: 0, sourceBytes, targetPath: 'b' },
    ...{ targetRateHz: 16_000, keepsChannels: false, maxSeconds: 60 },
  };
}

afterEach(() => void vi.clearAllMocks());

it.each([
  [undefined, { isolation: 'process', sandboxed: true }],
  ['process', { isolation: 'process', sandboxed: false }],
  ['thread', { isolation: 'thread', sandboxed: false }],
] as const)('runs its workers where it is told: %s', (isolation, expected) => {
  const onIncident = vi.fn();
  const { options } = open(isolation === undefined ? {} : { isolation, onIncident });
  expect(options).toMatchObject({ ...expected, threads: 1, lead: true });
  expect(options.onIncident).toBe(isolation === undefined ? undefined : onIncident);
});

it.each([
  [0, 60_000, 'sync'],
  [500_000, 90_000, 'sync'],
  [1_999_999, 180_000, 'sync'],
  [2_000_000, 180_000, 'batch'],
  [50_000_000, 3_060_000, 'batch'],
  [100_000_000, 3_600_000, 'batch'],
] as const)(
  'allows %i bytes %i ms in the lane %s, and a little more before they hang',
  async (bytes, maxWorkMs, lane) => {
    const { decoder, options } = open();
    pool.run.mockResolvedValue(RESULT);
    expect(await decoder.decode(task(bytes), undefined)).toBe(RESULT);
    const work = { ...task(bytes), maxWorkMs };
    expect(pool.run).toHaveBeenCalledWith(work, { lane });
    expect(options.deadlineMs?.(work)).toBe(maxWorkMs + 15_000);
  },
);

it('passes the signal on, and is aborted if there is no result', async () => {
  const { decoder } = open();
  const { signal } = new AbortController();
  pool.run.mockResolvedValue(undefined);
  await expect(decoder.decode(task(1), signal)).rejects.toMatchObject({ code: 'ABORTED' });
  expect(pool.run).toHaveBeenCalledWith(expect.anything(), { lane: 'sync', signal });
});

it.each<[SpeechErrorCode, Partial<SpeechError>]>([
  ['ENGINE_CRASHED', { code: 'AUDIO_NOT_READABLE', details: { reason: 'decoder-ended' } }],
  ['ENGINE_TIMEOUT', { code: 'AUDIO_NOT_READABLE', details: { reason: 'decoder-hung' } }],
  ['AUDIO_TOO_LONG', { code: 'AUDIO_TOO_LONG' }],
  ['SHUTTING_DOWN', { code: 'SHUTTING_DOWN' }],
])('blames the recording for a worker that was lost, and nothing else: %s', async (code, expected) => {
  const { decoder } = open();
  const cause = new SpeechError(code, 'No.');
  pool.run.mockRejectedValue(cause);
  const error: unknown = await decoder.decode(task(1), undefined).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject(expected);
  expect(error === cause || (error as Error).cause === cause).toBe(true);
});

it('closes its workers', async () => {
  await open().decoder.close();
  expect(pool.close).toHaveBeenCalledTimes(1);
});
