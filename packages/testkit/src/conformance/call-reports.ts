import type { EngineCallOptions } from '@parlance/core/engine';
import { inTime } from './in-time.ts';
import { type Problems, problemIf } from './verdict.ts';

/** How often an engine reported the start and the end of a call. */
interface Reports {
  readonly starts: number;
  readonly ends: number;
}

/**
 * Checks that an engine reports both or neither of the start and the end of its calls, of aborted ones too. The scheduler counts a worker as busy
 * from one to the other.
 *
 * @param call makes one complete call with the options
 */
export async function callReportProblems(
  call: (options: EngineCallOptions) => Promise<unknown>,
): Promise<Problems> {
  const whole = await reportsOf(call);
  const problems = reportProblems('A call', whole);
  if (whole.starts === 0 || problems.length > 0) return problems;
  return reportProblems('An aborted call', await reportsOf(call, new AbortController()));
}

function reportProblems(what: string, { starts, ends }: Reports): Problems {
  return problemIf(
    starts !== ends,
    `${what} reported ${starts} times that a worker took it (onStart), and ${ends} times that the worker was free again (onEnd).`,
  );
}

/** @param aborting aborts the call when it has started */
async function reportsOf(
  call: (options: EngineCallOptions) => Promise<unknown>,
  aborting?: AbortController,
): Promise<Reports> {
  let [starts, ends] = [0, 0];
  const ended = Promise.withResolvers<void>();
  const work = call({
    ...(aborting && { signal: aborting.signal }),
    onStart: () => {
      starts += 1;
      // Later, since the engine may still be about to start it.
      queueMicrotask(() => aborting?.abort());
    },
    onEnd: () => {
      ends += 1;
      if (ends >= starts) ended.resolve();
    },
  });
  await work.catch((error: unknown) => {
    if (aborting === undefined) throw error;
  });
  // A worker whose call was aborted is free when it has noticed.
  if (starts > ends) await inTime('The work of a call', ended.promise).catch(() => undefined);
  return { starts, ends };
}
