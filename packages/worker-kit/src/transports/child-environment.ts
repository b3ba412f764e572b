import type { WorkerPlan } from '../wire/messages.ts';

/** What Node, the dynamic loader and temporary files need. Nothing else passes: a child holds no secret. */
const PASSED_NAMES = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'TZ',
  'LANG',
  'LC_ALL',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'SystemRoot',
  'OMP_NUM_THREADS',
  'NODE_COMPILE_CACHE',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
];

/**
 * A block this large is mapped alone, so that what loading a model frees returns to the system: otherwise glibc raises the threshold
 * with what is freed, and keeps it.
 */
const LARGE_BLOCKS = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** @returns what workers may know of this process's environment */
export function passedEnvironment(source: NodeJS.ProcessEnv): Record<string, string> {
  const passed = PASSED_NAMES.flatMap((name) => {
    const value = source[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(passed);
}

/**
 * @param source this process's environment; what it says about large blocks of memory holds for the child too
 * @param plan of the child's workers
 * @returns the environment of a child process
 */
export function childEnvironment(source: NodeJS.ProcessEnv, plan: WorkerPlan): Record<string, string> {
  const { sharesModel, isSandboxed, threads, tasksPerThread } = plan;
  const computing = sharesModel ? threads * tasksPerThread : threads;
  return {
    // glibc gives each thread a heap of its own and keeps what is free in each. Native code gets one for each task that computes and one
    // for all other threads: with a single heap two recognitions wait for each other, and take a sixth more time.
    MALLOC_ARENA_MAX: isSandboxed ? '1' : String(computing + 1),
    ...LARGE_BLOCKS,
    // One thread for each task that computes in libuv's pool, and one for files.
    ...(sharesModel && { UV_THREADPOOL_SIZE: String(computing + 1) }),
    ...passedEnvironment(source),
  };
}

/**
 * Carries over the package conditions under which this process runs, so that its workers resolve packages alike; debugger
 * ports, preloads and the rest stay behind.
 *
 * @param execArgv flags of this process
 * @param nodeOptions value of NODE_OPTIONS, which workers do not get
 */
export function childExecArgv(execArgv: readonly string[], nodeOptions = ''): string[] {
  const flags = [...execArgv, ...nodeOptions.split(/\s+/)];
  const conditions = flags.flatMap((flag, index) => {
    const inline = /^(?:--conditions|-C)=(.+)$/.exec(flag)?.[1];
    if (inline !== undefined) return [inline];
    const next = flags[index + 1];
    return (flag === '--conditions' || flag === '-C') && next !== undefined ? [next] : [];
  });
  return [...new Set(conditions)].map((condition) => `--conditions=${condition}`);
}
