import type { EngineCallOptions } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { expectRefusal, type Problems, problemIf, problemsIn, unlessRefused } from './verdict.ts';

/** How many calls arrive at once when a long recording or text is divided. */
const CALLS = 64;
/** How many streams are left one after another: more than engines have at once, so that one that keeps their places has none free. */
export const LEFT_STREAMS = 40;
/** How many calls of a series arrive at once, as when a text is changed while it is written: each replaces the one before. */
const CALLS_IN_SERIES = 5;

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
  const aborted = await expectRefusal(
    `${what} in a lane whose signal is aborted`,
    check({ ...placeIn('sync'), signal: AbortSignal.abort() }),
    ['ABORTED'],
  );
  return [...problems.flat(), ...aborted, ...(await seriesProblems(what, check, placeIn('sync')))];
}

/** Makes several calls of a series at once. Only the last must be answered; one that it replaces may reject with `ABORTED`. */
async function seriesProblems(
  what: string,
  check: (options: EngineCallOptions) => Promise<Problems>,
  place: EngineCallOptions,
): Promise<Problems> {
  const settled = await Promise.allSettled(
    Array.from({ length: CALLS_IN_SERIES }, () => check({ ...place })),
  );
  return settled.flatMap((one, index) => {
    const which = `${what} that is call ${index + 1} of ${CALLS_IN_SERIES} of a series`;
    if (one.status === 'fulfilled') return problemsIn(which, one.value);
    const isReplaced =
      index < CALLS_IN_SERIES - 1 && SpeechError.is(one.reason) && one.reason.code === 'ABORTED';
    return problemIf(!isReplaced, `${which} fails: ${String(one.reason)}`);
  });
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
