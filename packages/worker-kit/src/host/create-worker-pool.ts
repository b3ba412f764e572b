import { isAbsolute } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import { ProcessWorkers } from '../transports/process-workers.ts';
import { ThreadWorkers } from '../transports/thread-workers.ts';
import type { StartWorkers } from '../transports/workers.ts';
import type { WorkerPlan } from '../wire/messages.ts';
import type { WorkerPool, WorkerPoolOptions } from './pool-types.ts';
import { SupervisedPool } from './supervised-pool.ts';

const DEFAULT_DEADLINE_MS = 30_000;
const DEFAULT_LOAD_DEADLINE_MS = 60_000;
const DEFAULT_CLOSE_GRACE_MS = 5000;
const DEFAULT_RESTART = { minDelayMs: 100, maxDelayMs: 30_000 };
/** Workers that died nine times in a row serve again within 10 s, which leaves a few seconds for loading the model. */
const DEFAULT_BREAKER = { crashes: 5, windowMs: 60_000, cooldownMs: 4000 };
const DEFAULT_HEARTBEAT = { intervalMs: 1000, timeoutMs: 5000 };

/**
 * Creates a pool of worker threads for one worker module. Nothing starts before `warm()` or the first `run()`. An idle
 * pool does not keep the process alive, and its child never outlives the process.
 *
 * @throws SpeechError `INVALID_CONFIG` if a number is out of range or `entry` is not an absolute path
 */
export function createWorkerPool<Init, Task, Result, Chunk = never>(
  options: WorkerPoolOptions<Init, Task>,
): WorkerPool<Task, Result, Chunk> {
  assertOptions(options);
  const { name, threads, tasksPerThread = 1, lead = false } = options;
  const init = createInit(options);
  return new SupervisedPool<Task, Result, Chunk>({
    name,
    threads,
    tasksPerThread,
    lead,
    isInProcess: isInProcess(options),
    othersLoad: othersLoad(options),
    findInit: init.find,
    startWorkers: workersStarter(options, init),
    deadlineMs: options.deadlineMs ?? (() => DEFAULT_DEADLINE_MS),
    loadDeadlineMs: options.loadDeadlineMs ?? DEFAULT_LOAD_DEADLINE_MS,
    closeGraceMs: options.closeGraceMs ?? DEFAULT_CLOSE_GRACE_MS,
    maxRssBytes: options.maxRssBytes ?? Number.POSITIVE_INFINITY,
    recycleAfterTasks: options.recycleAfterTasks ?? Number.POSITIVE_INFINITY,
    idleUnloadMs: options.idleUnloadMs ?? Number.POSITIVE_INFINITY,
    restart: { ...DEFAULT_RESTART, ...options.restart },
    breaker: { ...DEFAULT_BREAKER, ...options.breaker },
    onIncident: options.onIncident ?? (() => {}),
  });
}

/** Sandboxed workers load quickly and need no new process. */
function othersLoad({
  lead = false,
  sandboxed = false,
}: Pick<WorkerPoolOptions<never, never>, 'lead' | 'sandboxed'>) {
  if (!lead) return 'with-lead';
  return sandboxed ? 'after-lead' : 'when-needed';
}

interface KnownInit {
  /** Resolves when the value is known and may be loaded; returns `undefined` if that is so already. */
  find(signal: AbortSignal): Promise<void> | undefined;
  readonly value: unknown;
}

function createInit<Init, Task>({
  init: given,
  beforeLoad = () => undefined,
}: Pick<WorkerPoolOptions<Init, Task>, 'init'> & {
  readonly beforeLoad?: ((signal: AbortSignal) => Promise<void> | undefined) | undefined;
}): KnownInit {
  if (!(given instanceof Function)) return { find: beforeLoad, value: given };
  let isKnown = false;
  let value: Init | undefined;
  return {
    get value() {
      return value;
    },
    find(signal) {
      if (isKnown) return beforeLoad(signal);
      return (async () => {
        value = await given(signal);
        isKnown = true;
        await beforeLoad(signal);
      })();
    },
  };
}

function workersStarter<Init, Task>(
  options: WorkerPoolOptions<Init, Task>,
  init: Pick<KnownInit, 'value'>,
): StartWorkers {
  const { name, entry, threads, tasksPerThread = 1, lead = false, sandboxed = false } = options;
  const sharesModel = options.sharesModel === true && !isInProcess(options);
  const plan = (isLeadFirst: boolean): WorkerPlan => ({
    entry,
    init: init.value,
    threads: threads + (lead ? 1 : 0),
    tasksPerThread,
    hasLead: lead,
    sharesModel,
    isLeadFirst,
    isSandboxed: sandboxed,
  });
  const heartbeat = { ...DEFAULT_HEARTBEAT, ...options.heartbeat };
  if (isInProcess(options))
    return ({ onEvent, isLeadFirst }) => new ThreadWorkers(plan(isLeadFirst), onEvent);
  return ({ onEvent, isLeadFirst }) =>
    new ProcessWorkers({ name, plan: plan(isLeadFirst), heartbeat, onEvent });
}

function isInProcess<Init, Task>({ isolation, sandboxed }: WorkerPoolOptions<Init, Task>): boolean {
  return isolation === 'thread' || sandboxed === true;
}

function assertOptions<Init, Task>(options: WorkerPoolOptions<Init, Task>): void {
  const { name, entry, threads, tasksPerThread = 1, recycleAfterTasks = 1 } = options;
  if (!isAbsolute(entry))
    throw new SpeechError('INVALID_CONFIG', `${name}: the worker's entry is no absolute path.`);
  for (const [option, value] of Object.entries({ threads, tasksPerThread, recycleAfterTasks })) {
    if (Number.isInteger(value) && value >= 1) continue;
    const message = `${name}: ${option} is ${value}; the least is 1.`;
    throw new SpeechError('INVALID_CONFIG', message, { pool: name, option });
  }
}
