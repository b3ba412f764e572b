import { describe, expect, it, vi } from 'vitest';
import { type JobContext, pullJobs } from './pull-jobs.ts';

/** Work that ends when the test ends it, or when it is aborted. */
function controlledWork() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const contexts: JobContext[] = [];
  const work = vi.fn(async (context: JobContext) => {
    contexts.push(context);
    context.signal.addEventListener('abort', () => reject(context.signal.reason));
    await promise;
  });
  return { work, resolve, reject, contexts };
}

const PROGRESS = { modelId: 'a', phase: 'download', doneBytes: 1, totalBytes: 2 } as const;

describe('a job', () => {
  it('is done once for all callers, and each of them gets its progress', async () => {
    const { join } = pullJobs();
    const { work, resolve, contexts } = controlledWork();
    const heard = [vi.fn(), vi.fn()];
    const joined = heard.map((onProgress) => join('a', { onProgress }, work));
    contexts[0]?.onProgress(PROGRESS);
    resolve();
    await Promise.all(joined);
    expect(work).toHaveBeenCalledOnce();
    for (const listener of heard) expect(listener).toHaveBeenCalledExactlyOnceWith(PROGRESS);
  });

  it('continues while a caller waits, and is aborted when the last one has left', async () => {
    const { join } = pullJobs();
    const { work, contexts } = controlledWork();
    const [first, second] = [new AbortController(), new AbortController()];
    const joined = [first, second].map(({ signal }) => join('a', { signal }, work));
    first.abort();
    await expect(joined[0]).rejects.toMatchObject({ code: 'ABORTED' });
    expect(contexts[0]?.signal.aborted).toBe(false);
    second.abort();
    await expect(joined[1]).rejects.toMatchObject({ code: 'ABORTED' });
    expect(contexts[0]?.signal.aborted).toBe(true);
  });

  it('is aborted when all its callers leave in the same turn', async () => {
    const { join } = pullJobs();
    const { work, contexts } = controlledWork();
    const closing = new AbortController();
    const joined = [1, 2].map(() => join('a', { signal: closing.signal }, work));
    closing.abort();
    for (const waiting of joined) await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' });
    expect(contexts[0]?.signal.aborted).toBe(true);
  });

  it('that failed fails for all callers, and is started again by the next one', async () => {
    const { join } = pullJobs();
    const { work, reject } = controlledWork();
    const joined = [join('a', {}, work), join('a', {}, work)];
    reject(new RangeError('no'));
    for (const waiting of joined) await expect(waiting).rejects.toThrow(RangeError);
    await expect(join('a', {}, async () => {})).resolves.toBeUndefined();
  });

  it('is not begun for a caller that has already aborted', async () => {
    const work = vi.fn(async () => {});
    const joining = pullJobs().join('a', { signal: AbortSignal.abort() }, work);
    await expect(joining).rejects.toMatchObject({ code: 'ABORTED' });
    expect(work).not.toHaveBeenCalled();
  });
});
