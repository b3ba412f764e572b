import { getEventListeners } from 'node:events';
import { type Problems, problemIf } from './verdict.ts';

/**
 * A caller may use one signal for as long as it lives: whoever still listens after a call keeps all that the call held.
 *
 * @param call one call to its end, with the signal
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
