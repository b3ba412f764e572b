import { readFileSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { childPids } from '../child-processes.ts';
import { problemIf, type Verdict } from './verdict.ts';

/** A call with less processor time cannot be distinguished from other work of the process. */
export const MEASURABLE_MS = 60;
/** The kernel counts a process's time in hundredths of a second, on every machine. */
const MS_PER_TICK = 10;
/** Fields of `/proc/PID/stat` after the name in brackets: user time and system time. */
const TIME_FIELDS = [11, 12] as const;
/** The work is over if less than this part of a call's processor time was used in each of two pauses ... */
const IDLE_PART = 0.1;
/** ... in a row, since on a busy machine the work may get little processor time in one. */
const IDLE_PAUSES = 2;
const MAX_PAUSES = 16;
/** Turns of the event loop at the end of a pause: work in this thread gets them, however busy the machine is. */
const TURNS = 25;

/** Cost of a call. */
interface Cost {
  readonly computingMs: number;
  readonly elapsedMs: number;
}

/** The same work, completed and aborted, and how much of it may be computed in spite of the abort. */
export interface AbortedWork {
  /** Work before the measurement begins; runs before each `finish` and `abort`. */
  readonly begin?: () => Promise<void>;
  /** Completes a call, or the rest of one. It should be the most expensive that the engine accepts. */
  readonly finish: () => Promise<unknown>;
  /** Makes similar calls, aborts all of them, and waits until each has rejected. */
  readonly abort: () => Promise<unknown>;
  /** Maximum processor time of the aborted calls, as a multiple of that of one complete call. */
  readonly maxFinished: number;
}

/**
 * Checks how much is computed after an abort. It measures the processor time of this process, its threads and its children instead of elapsed
 * time, so that other work on the machine has little effect.
 */
export async function computesOnProblems({
  begin,
  finish,
  abort,
  maxFinished,
}: AbortedWork): Promise<Verdict> {
  // The first call loads and compiles.
  await begin?.();
  await finish();
  await begin?.();
  const one = await costOf(finish);
  // The first parallel calls may load more.
  await begin?.();
  await abort();
  await untilIdle(one);
  await begin?.();
  const startMs = computingMs();
  await abort();
  if (one.computingMs < MEASURABLE_MS)
    return { notApplicable: 'a call takes too little processor time to be measured' };
  await untilIdle(one);
  const finished = (computingMs() - startMs) / one.computingMs;
  return problemIf(
    finished > maxFinished,
    `After an abort, ${finished.toFixed(1)} times the processor time of a complete call was used; the limit is ${maxFinished}. An abort must stop the work, not only the wait for it.`,
  );
}

/** Measures the processor time of this process, its threads and its children. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [startMs, startedMs] = [computingMs(), performance.now()];
  await work();
  return { computingMs: computingMs() - startMs, elapsedMs: performance.now() - startedMs };
}

/** @returns the most processor time that this thread used between two turns of the event loop; `undefined`: it cannot be measured */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number | undefined> {
  // Node 22 lacks it.
  if (typeof process.threadCpuUsage !== 'function') return undefined;
  let [longest, isOver] = [0, false];
  const working = work().finally(() => {
    isOver = true;
  });
  let before = threadMs();
  do {
    await setImmediate();
    const now = threadMs();
    longest = Math.max(longest, now - before);
    before = now;
  } while (!isOver);
  await working;
  return longest;
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Polls the processor time, since no event reports the end of aborted work. */
async function untilIdle(one: Cost): Promise<void> {
  let idle = 0;
  for (let pause = 0; pause < MAX_PAUSES && idle < IDLE_PAUSES; pause++) {
    const before = computingMs();
    await setTimeout(one.elapsedMs / 2);
    for (let turn = 0; turn < TURNS; turn++) await setImmediate();
    const isIdle = computingMs() - before < one.computingMs * IDLE_PART;
    idle = isIdle ? idle + 1 : 0;
  }
}

function computingMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childPids().reduce((sum, pid) => sum + childComputingMs(pid), 0);
}

function childComputingMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return TIME_FIELDS.reduce((sum, field) => sum + Number(fields[field]) * MS_PER_TICK, 0);
  } catch {
    // The process has ended.
    return 0;
  }
}
