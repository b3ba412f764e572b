import { type Clock, within } from '@parlance/core/platform';
import {
  type JobHandler,
  type JobKind,
  type JobWorker,
  type JobWorkOptions,
  jobLost,
} from '@parlance/core/requests';
import type { JobSource, TakenJob } from './job-source.ts';
import { type JobRoom, roomForJobs } from './room-for-jobs.ts';

export interface JobWorkerOptions<Job extends TakenJob> extends Omit<JobWorkOptions, 'fillsMachine'> {
  readonly kind: JobKind;
  readonly source: JobSource<Job>;
  /** A worker with a job takes another one only if that has been due for this long, in milliseconds. Default 0. */
  readonly leaveToOthersMs?: number | undefined;
  readonly handler: JobHandler;
  readonly clock: Clock;
  /** Called when a handler rejects or the source does not answer; the worker continues. */
  readonly onError: (error: unknown) => void;
}

/** The interface of a worker for its queue. */
export interface QueueWorker extends JobWorker {
  /** Looks for jobs now. */
  wake(): void;
  /** Looks for jobs after `delayMs`, unless it was going to look earlier. */
  wakeIn(delayMs: number): void;
  /** Renews the heartbeats of its jobs, and aborts those that belong to another worker by now. */
  renew(): Promise<void>;
}

/** The pause after a source did not answer, for example because the database is down. */
const ASK_AGAIN_MS = 1000;
/** A due job that could not be taken is locked by a transaction or due in a moment, so that polling without a pause would not help. */
const LEAST_WAIT_MS = 20;
/** The longest wait for the next due time, since Node's timers overflow after 24 days. */
const LONGEST_WAIT_MS = 3_600_000;
/** How long an aborted handler may take to end before its job is returned to the queue. */
const ABORT_GRACE_MS = 2000;

interface Run<Job> {
  readonly job: Job;
  readonly abort: AbortController;
  /** `lost`: another worker has it. `given-back`: it was returned. In both cases this worker does not report its end. */
  hold: 'ours' | 'done' | 'lost' | 'given-back';
  ended: Promise<void>;
}

/**
 * Takes jobs from a source and runs them, up to a number at the same time and up to a number of each turn. It looks for jobs when it is woken, when a
 * job is due, and when a place becomes free. It never polls.
 */
export function startJobWorker<Job extends TakenJob>(options: JobWorkerOptions<Job>): QueueWorker {
  const { kind, source, concurrency, handler, clock, onError } = options;
  const { perTurn = concurrency, reserved = 0, leaveToOthersMs = 0 } = options;
  const runs = new Set<Run<Job>>();
  let isStopping = false;
  let isAsked = false;
  let looking: Promise<void> | undefined;
  let timer: { readonly atMs: number; readonly cancel: () => void } | undefined;
  let stopped: Promise<void> | undefined;
  /**
   * The result of the last look: except for these turns, nothing is due before this time. Completed jobs do not change this; added
   * ones do, but then the worker is woken. Without it, the end of each job would search all waiting jobs of the busiest turns.
   */
  let nothingDue: { readonly without: readonly string[]; readonly beforeMs: number } | undefined;

  const lookAgain = (): void => {
    isAsked = true;
    looking ??= look().finally(() => {
      looking = undefined;
      // It was woken between the last look and now.
      if (isAsked && !isStopping) lookAgain();
    });
  };
  const wake = (): void => {
    nothingDue = undefined;
    lookAgain();
  };
  const cancelTimer = (): void => {
    timer?.cancel();
    timer = undefined;
  };
  const lookIn = (delayMs: number): void => {
    const atMs = clock.monotonicMs() + delayMs;
    if (isStopping || atMs === Number.POSITIVE_INFINITY || (timer !== undefined && timer.atMs <= atMs))
      return;
    cancelTimer();
    const run = (): void => {
      timer = undefined;
      wake();
    };
    timer = { atMs, cancel: clock.after(Math.min(delayMs, LONGEST_WAIT_MS), run) };
  };

  async function look(): Promise<void> {
    while (isAsked && !isStopping) {
      isAsked = false;
      try {
        await takeWhatIsDue();
      } catch (error) {
        onError(error);
        lookIn(ASK_AGAIN_MS);
      }
    }
  }

  async function takeWhatIsDue(): Promise<void> {
    cancelTimer();
    for (;;) {
      const { count, without } = room();
      // The end of a run wakes the worker.
      if (count === 0 || isStopping) return;
      const knownMs = knownWaitMs(without);
      if (knownMs !== undefined) return lookIn(knownMs);
      const dueInMs = patienceMs() === 0 ? undefined : await nextDueInMs(without);
      const isOurs = dueInMs === undefined || dueInMs <= -patienceMs();
      const asked = leaveToOthersMs > 0 ? 1 : count;
      const jobs = isOurs ? await source.take(kind, asked, without) : [];
      for (const job of jobs) begin(job);
      if (jobs.length === asked) continue;
      return waitForNext(dueInMs);
    }
  }

  /** @param dueInMs of the next job, if it is already known */
  async function waitForNext(dueInMs: number | undefined): Promise<void> {
    const { without } = room();
    const askedAtMs = clock.monotonicMs();
    nothingDue = undefined;
    const nextInMs = dueInMs ?? (await nextDueInMs(without));
    // If it was woken meanwhile, the result may be outdated.
    if (!isAsked) nothingDue = { without, beforeMs: askedAtMs + nextInMs };
    const waitMs = nextInMs + patienceMs();
    lookIn(Math.max(LEAST_WAIT_MS, Math.ceil(waitMs)));
  }

  /** @returns how long nothing is due except for these turns, in milliseconds; `undefined` if unknown */
  function knownWaitMs(without: readonly string[]): number | undefined {
    if (nothingDue === undefined) return undefined;
    const waitMs = nothingDue.beforeMs - clock.monotonicMs();
    return waitMs > 0 && nothingDue.without.every((turn) => without.includes(turn)) ? waitMs : undefined;
  }

  const room = (): JobRoom =>
    roomForJobs(
      [...runs].map(({ job }) => job.turn),
      { concurrency, perTurn, reserved },
    );
  const patienceMs = (): number => (runs.size > 0 ? leaveToOthersMs : 0);
  const nextDueInMs = async (without: readonly string[]): Promise<number> =>
    (await source.nextDueInMs(kind, without)) ?? Number.POSITIVE_INFINITY;

  function begin(job: Job): void {
    const run: Run<Job> = { job, abort: new AbortController(), hold: 'ours', ended: Promise.resolve() };
    runs.add(run);
    run.ended = carryOut(run).finally(() => {
      runs.delete(run);
      if (run.hold === 'done') lookAgain();
      // It is returned to the queue.
      else wake();
    });
  }

  async function carryOut(run: Run<Job>): Promise<void> {
    const { job, abort } = run;
    try {
      // Taken while the worker was stopped: it has not been started.
      if (isStopping) return await release(run);
      await handler(job.id, { starts: job.starts, signal: abort.signal, traceparent: job.traceparent });
    } catch (error) {
      if (abort.signal.aborted) return release(run);
      onError(error);
      return source.retry(kind, job).catch(onError);
    }
    if (run.hold !== 'ours') return;
    await source.complete(kind, job).catch(onError);
    run.hold = 'done';
  }

  async function release(run: Run<Job>): Promise<void> {
    if (run.hold !== 'ours') return;
    run.hold = 'given-back';
    await source.handBack(kind, run.job).catch(onError);
  }

  async function renew(): Promise<void> {
    const held = [...runs].filter((run) => run.hold === 'ours');
    if (held.length === 0) return;
    const kept = await source.renew(
      kind,
      held.map(({ job }) => job),
    );
    for (const run of held) {
      // A run that has ended meanwhile is not renewed either, but was not lost.
      if (kept.has(run.job) || run.hold !== 'ours' || !runs.has(run)) continue;
      run.hold = 'lost';
      run.abort.abort(jobLost());
    }
  }

  async function stop(timeoutMs: number): Promise<void> {
    isStopping = true;
    cancelTimer();
    const allEnded = async (): Promise<void> => {
      await looking;
      await Promise.all([...runs].map(({ ended }) => ended));
    };
    await within(clock, timeoutMs, allEnded());
    for (const { abort } of runs) abort.abort();
    if (runs.size > 0) await within(clock, ABORT_GRACE_MS, allEnded());
    // If the source does not answer, the heartbeats lapse instead.
    await within(clock, ABORT_GRACE_MS, Promise.all([...runs].map(release)));
  }

  wake();
  return {
    wake,
    wakeIn(delayMs) {
      // Earlier than known, so a job was added.
      if (nothingDue !== undefined && clock.monotonicMs() + delayMs < nothingDue.beforeMs)
        nothingDue = undefined;
      lookIn(delayMs);
    },
    renew,
    stop(timeoutMs) {
      stopped ??= stop(timeoutMs);
      return stopped;
    },
  };
}
