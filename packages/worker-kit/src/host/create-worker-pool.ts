import { SpeechError } from '@parlance/core';
import type { WorkerPool, WorkerPoolOptions } from './pool-types.ts';

/**
 * Makes a pool of worker threads around one worker module. Nothing starts before `warm()` or the first `run()`. An idle
 * pool does not keep the process alive, and its child never outlives it.
 *
 * @throws SpeechError `INVALID_CONFIG` when a number is out of range or `entry` is no absolute path
 */
export function createWorkerPool<Init, Task, Result, Chunk = never>(
  options: WorkerPoolOptions<Init, Task>,
): WorkerPool<Task, Result, Chunk> {
  throw new SpeechError('INTERNAL', `Pool ${options.name} is not built yet.`);
}
