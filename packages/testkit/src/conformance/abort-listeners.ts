import { getEventListeners } from 'node:events';
import { type Problems, problemIf } from './verdict.ts';

/**
 * Checks that no listener stays on the signal after a call. A caller may use one signal for a long time, and each listener left on it keeps
 * the memory of its call.
 *
 * @param call makes one complete call with the signal
 */
export async function listenerProblems(call: (signal: AbortSignal) => Promise<unknown>): Promise<Problems> {
  const { signal } = new AbortController();
  await call(signal);
  const { length } = getEventListeners(signal, 'abort');
  return problemIf(
    length > 0,
    `After the call ${length} listener${length === 1 ? '' : 's'} of its signal ${length === 1 ? 'is' : 'are'} left.`,
  );
}
