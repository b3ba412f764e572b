import type { EngineCallOptions } from '@parlance/core/engine';
import { inTime } from './in-time.ts';
import { type Problems, problemIf } from './verdict.ts';

/** How often an engine reported the start and the end of a call. */
interface Reports {
  readonly starts: number;
  readonly ends: number;
  /** Whether an end was reported before its start. */
  readonly isReversed: boolean;
}

type Call = (options: EngineCallOptions) => Promise<unknown>;

/** A call that does not take its usual course, such as one that is refused; what it throws is ignored. */
type UnusualCall = readonly [what: string, call: Call];

/**
 * Checks that an engine reports both or neither of the start and the end of its calls, of aborted ones too. The scheduler counts a worker as busy
 * from one to the other.
 *
 * @param call makes one complete call with the options
 */
export async function callReportProblems(
  call: Call,
  unusual: readonly UnusualCall[] = [],
): Promise<Problems> {
  const whole = await reportsOf(call);
  const problems = [...reportProblems('A call', whole)];
  if (whole.starts === 0 || problems.length > 0) return problems;
  problems.push(...reportProblems('An aborted call', await reportsOf(call, new AbortController())));
  for (const [what, other] of unusual)
    problems.push(
      ...reportProblems(what, await reportsOf((options) => other(options).catch(() => undefined))),
    );
  return problems;
}

/**
 * Makes more calls at once than the engine works on, and checks that it does not report more starts than that: a call that waits has not started.
 *
 * @param call makes one complete call with the options
 */
export async function waitingReportProblems(call: Call, concurrency: number): Promise<Problems> {
  let [busy, most] = [0, 0];
  const options: EngineCallOptions = {
    onStart: () => {
      busy += 1;
      most = Math.max(most, busy);
    },
    onEnd: () => {
      busy -= 1;
    },
  };
  await Promise.all(Array.from({ length: concurrency + 2 }, () => call(options)));
  return problemIf(
    most > concurrency,
    `${most} of ${concurrency + 2} calls were reported as started at once (onStart), but the concurrency is ${concurrency}: a call that waits has not started.`,
  );
}

function reportProblems(what: string, { starts, ends, isReversed }: Reports): Problems {
  return [
    ...problemIf(
      starts !== ends,
      `${what} reported ${starts} times that a worker took it (onStart), and ${ends} times that the worker was free again (onEnd).`,
    ),
    ...problemIf(isReversed, `${what} reported its end (onEnd) before its start (onStart).`),
  ];
}

/** @param aborting aborts the call when it has started */
async function reportsOf(call: Call, aborting?: AbortController): Promise<Reports> {
  let [starts, ends] = [0, 0];
  let isReversed = false;
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
      isReversed ||= ends > starts;
      if (ends >= starts) ended.resolve();
    },
  });
  await work.catch((error: unknown) => {
    if (aborting === undefined) throw error;
  });
  // A worker whose call was aborted is free when it has noticed.
  if (starts > ends) await inTime('The work of a call', ended.promise).catch(() => undefined);
  return { starts, ends, isReversed: isReversed && starts === ends };
}
