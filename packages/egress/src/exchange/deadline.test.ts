import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { endedBy } from './deadline.ts';

it('leaves no unhandled rejection if its signal aborted before work that fails', async () => {
  const onUnhandled = vi.fn();
  process.on('unhandledRejection', onUnhandled);
  onTestFinished(() => void process.off('unhandledRejection', onUnhandled));
  const ended = endedBy(AbortSignal.abort(), Promise.reject(new Error('late')));
  await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
  await nextTurn();
  expect(onUnhandled).not.toHaveBeenCalled();
});
