import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StreamPiece } from '../worker/tasks.ts';
import { createDetectionRounds, type PieceProbabilities } from './detection-rounds.ts';

const WINDOW = 512;

interface Round {
  readonly streams: readonly number[];
  readonly generation: number;
  answer(answers?: PieceProbabilities): Promise<void>;
  fail(error: Error): Promise<void>;
}

/** A worker whose rounds end when the test says so. */
function roundsOf(openStreams: number) {
  const begun: Round[] = [];
  const rounds = createDetectionRounds({
    openStreams: () => openStreams,
    run(pieces: readonly StreamPiece[], { generation }) {
      const { promise, resolve, reject } = Promise.withResolvers<PieceProbabilities>();
      const settled = async (settle: () => void): Promise<void> => {
        settle();
        await vi.advanceTimersByTimeAsync(0);
      };
      begun.push({
        streams: pieces.map(({ streamId }) => streamId),
        generation,
        answer: (answers = pieces.map(({ streamId }) => Float32Array.of(streamId))) =>
          settled(() => resolve(answers)),
        fail: (error) => settled(() => reject(error)),
      });
      return promise;
    },
  });
  const detect = (
    streamId: number,
    call: { generation?: number; signal?: AbortSignal; windows?: number } = {},
  ) => {
    const { generation = 1, windows = 1, signal } = call;
    const samples = new Float32Array(windows * WINDOW);
    return rounds.detect({ streamId, isFresh: false, samples }, { generation, signal, lane: 'final' });
  };
  return { begun, detect };
}

describe('rounds of detecting', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    return () => vi.useRealTimers();
  });

  it('begin at once while streams are few, and gather what comes meanwhile', async () => {
    const { begun, detect } = roundsOf(8);
    const detected = [detect(1), detect(2), detect(3)];
    expect(begun.map(({ streams }) => streams)).toEqual([[1]]);
    await begun[0]?.answer();
    expect(begun.map(({ streams }) => streams)).toEqual([[1], [2, 3]]);
    await begun[1]?.answer();
    expect(await Promise.all(detected)).toEqual([Float32Array.of(1), Float32Array.of(2), Float32Array.of(3)]);
  });

  it('begin at most 40 times a second when streams are many', async () => {
    const { begun, detect } = roundsOf(9);
    void detect(1);
    await begun[0]?.answer();
    void detect(2);
    await vi.advanceTimersByTimeAsync(24);
    void detect(3);
    expect(begun).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun.map(({ streams }) => streams)).toEqual([[1], [2, 3]]);
  });

  it('contain no more than about 40 ms of work, so that others get a turn during a burst', async () => {
    const { begun, detect } = roundsOf(4);
    void detect(1);
    for (let piece = 0; piece < 6; piece += 1) void detect(2, { windows: 32 });
    await begun[0]?.answer();
    expect(begun[1]?.streams).toEqual([2, 2, 2, 2]);
    await begun[1]?.answer();
    expect(begun[2]?.streams).toEqual([2, 2]);
  });

  it('never mix streams of former workers with those of the present ones', async () => {
    const { begun, detect } = roundsOf(4);
    void detect(1);
    const lost = expect(detect(2, { generation: 1 })).rejects.toThrow('lost');
    const kept = detect(3, { generation: 2 });
    await begun[0]?.answer();
    expect(begun[1]).toMatchObject({ streams: [2], generation: 1 });
    await begun[1]?.fail(new Error('lost'));
    await lost;
    expect(begun[2]).toMatchObject({ streams: [3], generation: 2 });
    await begun[2]?.answer();
    expect(await kept).toEqual(Float32Array.of(3));
  });

  it('refuse only a stream that is not open', async () => {
    const { begun, detect } = roundsOf(4);
    void detect(1);
    const refused = expect(detect(2)).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    const detected = detect(3);
    await begun[0]?.answer();
    await begun[1]?.answer([undefined, Float32Array.of(0.5)]);
    await refused;
    expect(await detected).toEqual(Float32Array.of(0.5));
  });

  it('leave out requests that were aborted, and answer them at once', async () => {
    const { begun, detect } = roundsOf(4);
    const leaving = new AbortController();
    const underWay = expect(detect(1, { signal: leaving.signal })).rejects.toMatchObject({ code: 'ABORTED' });
    const waiting = expect(detect(2, { signal: leaving.signal })).rejects.toMatchObject({ code: 'ABORTED' });
    void detect(3);
    leaving.abort();
    await Promise.all([underWay, waiting]);
    await begun[0]?.answer();
    expect(begun[1]?.streams).toEqual([3]);
    await expect(detect(4, { signal: leaving.signal })).rejects.toMatchObject({ code: 'ABORTED' });
  });
});
