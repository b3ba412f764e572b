import type { Clock } from '@parlance/core/platform';
import { type JobBacklog, type JobKind, retryDelayMs } from '@parlance/core/requests';
import type { JobOptions } from '@parlance/core/storage';
import type { JobSource, TakenJob } from './job-source.ts';

interface RunningJob extends TakenJob {
  readonly kind: JobKind;
}

export interface MemoryJobSource extends JobSource<RunningJob> {
  /** Adds a job. If one with the same kind and id still waits, that one gets the earlier of the two times instead. */
  add(
    kind: JobKind,
    id: string,
    job: Pick<JobOptions, 'turn' | 'traceparent'> & { readonly startAtMs: number },
  ): void;
  backlog(kind: JobKind): JobBacklog;
  has(kind: JobKind, id: string): boolean;
}

interface WaitingJob extends TakenJob {
  readonly startAtMs: number;
}

/** Jobs in the memory of one process. Jobs with the same due time are taken in the order in which they were added. */
export function createMemoryJobSource(clock: Clock, random: () => number): MemoryJobSource {
  const waiting = new Map<JobKind, Map<string, WaitingJob>>();
  const running = new Set<RunningJob>();
  const waitingOf = (kind: JobKind): Map<string, WaitingJob> => {
    const jobs = waiting.get(kind) ?? new Map<string, WaitingJob>();
    waiting.set(kind, jobs);
    return jobs;
  };
  const put = (kind: JobKind, job: WaitingJob): void => {
    const jobs = waitingOf(kind);
    const twin = jobs.get(job.id);
    jobs.set(job.id, twin === undefined || job.startAtMs < twin.startAtMs ? job : twin);
  };
  const inOrder = (kind: JobKind): readonly WaitingJob[] =>
    [...waitingOf(kind).values()].sort((one, other) => one.startAtMs - other.startAtMs);
  return {
    add: (kind, id, job) => put(kind, { ...job, id, starts: 0 }),
    backlog(kind) {
      const nowMs = clock.now();
      const jobs = inOrder(kind);
      const waiting = jobs.filter(({ startAtMs }) => startAtMs <= nowMs).length;
      return {
        running: [...running].filter((job) => job.kind === kind).length,
        waiting,
        planned: jobs.length - waiting,
        oldestWaitMs: Math.max(0, nowMs - (jobs[0]?.startAtMs ?? nowMs)),
      };
    },
    has: (kind, id) =>
      waitingOf(kind).has(id) || [...running].some((job) => job.kind === kind && job.id === id),
    async take(kind, count, without) {
      const due = inOrder(kind)
        .filter((job) => job.startAtMs <= clock.now() && !isOf(job, without))
        .slice(0, count);
      return due.map(({ id, turn, starts, traceparent }) => {
        waitingOf(kind).delete(id);
        const job: RunningJob = { kind, id, turn, starts: starts + 1, traceparent };
        running.add(job);
        return job;
      });
    },
    async nextDueInMs(kind, without) {
      const next = inOrder(kind).find((job) => !isOf(job, without));
      return next && next.startAtMs - clock.now();
    },
    async complete(_kind, job) {
      running.delete(job);
    },
    async retry(kind, job) {
      running.delete(job);
      const { id, turn, starts, traceparent } = job;
      put(kind, { id, turn, starts, traceparent, startAtMs: clock.now() + retryDelayMs(starts, random()) });
    },
    async handBack(kind, job) {
      running.delete(job);
      const { id, turn, starts, traceparent } = job;
      put(kind, { id, turn, starts: starts - 1, traceparent, startAtMs: clock.now() });
    },
    renew: async (_kind, jobs) => new Set(jobs),
  };
}

const isOf = ({ turn }: TakenJob, turns: readonly string[]): boolean =>
  turn !== undefined && turns.includes(turn);
