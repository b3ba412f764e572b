import { appendFileSync, readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { coreTicksOf } from '../runner/core-shares.ts';

/**
 * Loaded into the server's process before anything else: twice a second it adds a line to the file that `PARLANCE_LOOP_PROBE`
 * names, with what held up the event loop since the line before. Child processes don't get the variable.
 */
const file = process.env.PARLANCE_LOOP_PROBE;
/** A timer of this interval that comes late was held up. */
const TICK_MS = 1;
const WINDOW_MS = 500;
const MS_PER_TICK = 10;

/** Half a second of the event loop, in milliseconds. */
export interface LoopWindow {
  /** The longest time that the loop did not come round. */
  readonly holdUpMs: number;
  /** Nearest rank. */
  readonly holdUpP99Ms: number;
  /** The most processor time that its thread used without coming round: of a longer hold-up the rest is waiting for a core. */
  readonly workMs: number;
  /** The longest collection of garbage. */
  readonly collectionMs: number;
  /** How long the host of the machine kept cores that were wanted, all together; 0 where there is no `/proc`. */
  readonly stolenMs: number;
}

function stolenMsSoFar(): number {
  try {
    return coreTicksOf(readFileSync('/proc/stat', 'utf8')).stolen * MS_PER_TICK;
  } catch {
    return 0;
  }
}

/** Of this very thread. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

if (file !== undefined) {
  let holdUpsMs: number[] = [];
  let workMs = 0;
  let collectionMs = 0;
  let [lastMs, lastProcessorMs] = [performance.now(), processorMs()];
  setInterval(() => {
    const [nowMs, usedMs] = [performance.now(), processorMs()];
    holdUpsMs.push(Math.max(0, nowMs - lastMs - TICK_MS));
    workMs = Math.max(workMs, usedMs - lastProcessorMs);
    [lastMs, lastProcessorMs] = [nowMs, usedMs];
  }, TICK_MS).unref();
  new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) collectionMs = Math.max(collectionMs, duration);
  }).observe({ entryTypes: ['gc'] });
  let stolenBeforeMs = stolenMsSoFar();
  setInterval(() => {
    const stolenMs = stolenMsSoFar();
    const sorted = holdUpsMs.toSorted((left, right) => left - right);
    const window: LoopWindow = {
      holdUpMs: sorted.at(-1) ?? 0,
      holdUpP99Ms: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0,
      workMs,
      collectionMs,
      stolenMs: stolenMs - stolenBeforeMs,
    };
    appendFileSync(file, `${JSON.stringify(window)}\n`);
    // Each window is looked at alone, so that what happens at the start is not held against the load.
    holdUpsMs = [];
    workMs = 0;
    collectionMs = 0;
    stolenBeforeMs = stolenMs;
  }, WINDOW_MS).unref();
}
