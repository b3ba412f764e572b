export { type AlignerOptions, createAligner } from './host/create-aligner.ts';
export { createWorkerPool } from './host/create-worker-pool.ts';
export { poolSize } from './host/pool-size.ts';
export type { RunOptions, WorkerPool, WorkerPoolOptions, WorkerPoolStats } from './host/pool-types.ts';
export { PooledEngine } from './host/pooled-engine.ts';
export { usableCores } from './host/usable-cores.ts';
export {
  defineWorker,
  type WorkerContext,
  type WorkerDefinition,
  type WorkerInstance,
  type WorkerModule,
  type WorkerTaskContext,
} from './thread/define-worker.ts';
