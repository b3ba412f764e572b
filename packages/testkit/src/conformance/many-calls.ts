import type { EngineCallOptions } from '@parlance/core/engine';
import { type Problems, problemIf, problemsIn, unlessRefused } from './verdict.ts';

/** How many calls arrive at once when a long recording or text is divided. */
const CALLS = 64;

/**
 * Makes calls with options of all kinds, frozen: the host uses one object of options for many calls, so it must be as before after each.
 *
 * @param what is called, such as "A segment"
 * @param check makes one complete call with the options, and checks its result
 */
export async function optionProblems(
  what: string,
  check: (options: EngineCallOptions) => Promise<Problems>,
): Promise<Problems> {
  const { signal } = new AbortController();
  // Each is the latest call of a series of its own, so none replaces another.
  const placeIn = (lane: 'sync' | 'batch'): EngineCallOptions => ({
    signal,
    lane,
    turn: 'app',
    latestOf: Symbol(lane),
  });
  const calls: readonly (readonly [which: string, options: EngineCallOptions])[] = [
    ['with only a signal', { signal }],
    ['in the lane "sync", the latest of a series,', placeIn('sync')],
    ['in the lane "batch", the latest of another series,', placeIn('batch')],
  ];
  const problems = await Promise.all(
    calls.map(async ([which, options]) =>
      problemsIn(
        `${what} ${which} whose options must not be changed`,
        await unlessRefused('It fails', () => check(Object.freeze(options))),
      ),
    ),
  );
  return problems.flat();
}

/**
 * Makes many calls at once. Those beyond the engine's concurrency wait, however many they are.
 *
 * @param what is called, in the plural, such as "segments"
 * @param check makes one short call, and checks its result
 */
export async function waitingProblems(
  what: string,
  concurrency: number,
  check: () => Promise<Problems>,
): Promise<Problems> {
  const settled = await Promise.allSettled(Array.from({ length: CALLS }, check));
  const failed = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const damaged = settled.filter((one) => one.status === 'fulfilled' && one.value.length > 0).length;
  return [
    ...problemIf(
      failed.length > 0,
      `Of ${CALLS} ${what} at once ${failed.length} fail, such as with ${String(failed[0])}; those beyond the concurrency of ${concurrency} have to wait.`,
    ),
    ...problemIf(damaged > 0, `Of ${CALLS} equal ${what} at once ${damaged} have another result.`),
  ];
}
