import { fileURLToPath } from 'node:url';
import type { AlignmentTask } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type AlignerOptions, createAligner } from '../src/host/create-aligner.ts';
import type { AlignPlan } from './fixtures/align-worker.ts';

const TASK: AlignmentTask = {
  samples: new Float32Array(8000),
  sampleRateHz: 16_000,
  text: 'good day',
  words: [
    { start: 0, end: 4 },
    { start: 5, end: 8 },
  ],
  languageCode: 'en',
};

function openAligner(options: Partial<AlignerOptions<undefined, AlignPlan>> = {}) {
  const aligner = createAligner<undefined, AlignPlan>({
    id: 'kit/aligner',
    entry: fileURLToPath(new URL('fixtures/align-worker.ts', import.meta.url)),
    init: undefined,
    isolation: 'thread',
    threads: 2,
    languages: ['en'],
    maxSeconds: 1,
    deadlineMsPerSecond: 1000,
    idleUnloadMs: undefined,
    taskOf({ samples, sampleRateHz, words, languageCode }) {
      if (languageCode !== 'en') throw new SpeechError('LANGUAGE_NOT_SUPPORTED', 'English only.');
      return { samples, sampleRateHz, words: words.length };
    },
    ...options,
  });
  onTestFinished(() => aligner.close());
  return aligner;
}

describe('an aligner of a pool', () => {
  let task: AlignmentTask;
  beforeEach(() => {
    task = { ...TASK, samples: TASK.samples.slice() };
  });

  it('gives the words that its worker finds', async () => {
    const aligner = openAligner();
    expect(aligner).toMatchObject({
      id: 'kit/aligner',
      capabilities: { languages: ['en'], maxSeconds: 1, concurrency: 2 },
    });
    expect(aligner.loadState).toBe('unloaded');
    expect(await aligner.align(task)).toEqual([
      { startSeconds: 0, endSeconds: 0.5 },
      { startSeconds: 0, endSeconds: 0.5 },
    ]);
    expect(aligner.loadState).toBe('loaded');
    expect(aligner.problem?.()).toBeUndefined();
    expect(aligner.residentBytes?.()).toBeUndefined();
  });

  it('refuses what is no task for it before any worker is started', async () => {
    const aligner = openAligner();
    const long = { ...task, samples: new Float32Array(16_001) };
    await expect(aligner.align(long)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const foreign = { ...task, languageCode: 'vi' };
    await expect(aligner.align(foreign)).rejects.toMatchObject({ code: 'LANGUAGE_NOT_SUPPORTED' });
    const aborted = aligner.align(task, { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' });
    expect(aligner.loadState).toBe('unloaded');
  });

  it('is unloaded when nobody has asked for anything for a while, unless it is kept', async () => {
    const aligner = openAligner({ idleUnloadMs: 1 });
    const release = aligner.keepLoaded?.();
    await aligner.warm();
    expect(aligner.loadState).toBe('loaded');
    release?.();
    await expect.poll(() => aligner.loadState).toBe('unloaded');
  });

  it('ends a call at its abort', async () => {
    const aligner = openAligner();
    await aligner.warm();
    const stop = new AbortController();
    const aligning = aligner.align({ ...task, samples: new Float32Array(0), text: '', words: [] }, stop);
    stop.abort();
    await expect(aligning).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('does no work once it is closed', async () => {
    const aligner = openAligner();
    await aligner.close();
    await expect(aligner.align(task)).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
  });
});
