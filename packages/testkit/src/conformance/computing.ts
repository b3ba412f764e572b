import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { childPids } from '../child-processes.ts';
import { problemIf, type Verdict } from './verdict.ts';

/** Less work than this drowns in what the process does beside it. */
const MEASURABLE_MS = 60;
/** The kernel counts a process's time in hundredths of a second, whatever the machine's own clock. */
const MS_PER_TICK = 10;
/** Of `/proc/PID/stat`, behind the name in brackets: time in the program and in the kernel. */
const TIME_FIELDS = [11, 12] as const;
/** A pause in which so little of a call's work was done is the end of it. */
const IDLE_PART = 0.2;
const MAX_PAUSES = 16;

/** What a call costs that runs to its end. */
interface Cost {
  readonly computingMs: number;
  readonly elapsedMs: number;
}

/** Work that is ended in two ways, and how much of it an abort may leave. */
export interface AbortedWork {
  /** What goes before the moment from which computing is counted; called before each of the two. */
  readonly begin?: () => Promise<void>;
  /** One call, or the rest of one, to its end: the most expensive that the engine takes. */
  readonly finish: () => Promise<unknown>;
  /** Calls like it, all aborted, until each has rejected. */
  readonly abort: () => Promise<unknown>;
  /** The most that may be computed of aborted calls, in finished ones. */
  readonly maxFinished: number;
}

/**
 * Counts the processor time of this process, its threads and its children, not the seconds on the clock: a machine that is busy
 * with other things changes little of it.
 */
export async function computesOnProblems({
  begin,
  finish,
  abort,
  maxFinished,
}: AbortedWork): Promise<Verdict> {
  // The first one loads and compiles.
  await begin?.();
  await finish();
  await begin?.();
  const one = await costOf(finish);
  // What serves several calls at once may load only then.
  await begin?.();
  await abort();
  await untilIdle(one);
  await begin?.();
  const startMs = computingMs();
  await abort();
  if (one.computingMs < MEASURABLE_MS)
    return { notApplicable: 'a call takes too little computing to be measured' };
  await untilIdle(one);
  const finished = (computingMs() - startMs) / one.computingMs;
  return problemIf(
    finished > maxFinished,
    `After an abort ${finished.toFixed(1)} times as much was computed as one call takes that runs to its end; the limit is ${maxFinished}. An abort has to end the work, not the waiting alone.`,
  );
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [startMs, startedMs] = [computingMs(), performance.now()];
  await work();
  return { computingMs: computingMs() - startMs, elapsedMs: performance.now() - startedMs };
}

/** No event tells that work which nobody waits for is over: it shows in the time that it takes. */
async function untilIdle(one: Cost): Promise<void> {
  for (let pause = 0; pause < MAX_PAUSES; pause++) {
    const before = computingMs();
    await setTimeout(one.elapsedMs / 2);
    if (computingMs() - before < one.computingMs * IDLE_PART) return;
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
    // It ended meanwhile.
    return 0;
  }
}
