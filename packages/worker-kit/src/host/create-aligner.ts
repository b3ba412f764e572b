import {
  type AlignedWord,
  type AlignmentCapabilities,
  type AlignmentTask,
  checkAlignmentTask,
  type EngineCallOptions,
  type TextAligner,
} from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { createWorkerPool } from './create-worker-pool.ts';
import type { WorkerPool, WorkerPoolOptions } from './pool-types.ts';
import { PooledEngine } from './pooled-engine.ts';

const DEADLINE_BASE_MS = 30_000;

/** Options of an aligner that runs in a worker pool. */
export interface AlignerOptions<Init, Task>
  extends Pick<WorkerPoolOptions<Init, Task>, 'entry' | 'init' | 'isolation' | 'threads' | 'onIncident'>,
    Pick<AlignmentCapabilities, 'languages' | 'maxSeconds'> {
  /** Names the aligner, and its pool in errors and incidents, such as `espeak-ng/aligner`. */
  readonly id: string;
  /** How long a call may run per second of speech, in addition to 30 s for each call, so that only a call that hangs exceeds it. */
  readonly deadlineMsPerSecond: number;
  /** As in {@link WorkerPoolOptions}. `undefined`: never. */
  readonly idleUnloadMs: number | undefined;
  /** The task for the worker, from a validated alignment task. @throws SpeechError `LANGUAGE_NOT_SUPPORTED` */
  readonly taskOf: (task: AlignmentTask) => Task;
}

/** Creates an aligner from a worker module that returns the {@link AlignedWord}s of each task. */
export function createAligner<Init, Task extends Pick<AlignmentTask, 'samples' | 'sampleRateHz'>>(
  options: AlignerOptions<Init, Task>,
): TextAligner {
  return new PooledAligner(options);
}

class PooledAligner<Init, Task extends Pick<AlignmentTask, 'samples' | 'sampleRateHz'>>
  extends PooledEngine
  implements TextAligner
{
  readonly id: string;
  readonly capabilities: AlignmentCapabilities;
  protected readonly pool: WorkerPool<Task, readonly AlignedWord[]>;
  readonly #taskOf: (task: AlignmentTask) => Task;

  constructor(options: AlignerOptions<Init, Task>) {
    super();
    const { id, languages, maxSeconds, deadlineMsPerSecond, idleUnloadMs, taskOf, ...pool } = options;
    this.id = id;
    this.capabilities = Object.freeze({ languages, maxSeconds, concurrency: pool.threads });
    this.pool = createWorkerPool({
      ...pool,
      name: id,
      deadlineMs: ({ samples, sampleRateHz }) =>
        DEADLINE_BASE_MS + (samples.length / sampleRateHz) * deadlineMsPerSecond,
      ...(idleUnloadMs !== undefined && { idleUnloadMs }),
    });
    this.#taskOf = taskOf;
  }

  async align(task: AlignmentTask, call: EngineCallOptions = {}): Promise<readonly AlignedWord[]> {
    if (call.signal?.aborted) throw SpeechError.aborted(call.signal);
    checkAlignmentTask(task, this.capabilities);
    return this.pool.run(this.#taskOf(task), call);
  }
}
