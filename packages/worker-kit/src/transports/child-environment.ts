import type { WorkerPlan } from '../wire/messages.ts';

/** What Node, the dynamic loader and temporary files need. Nothing else is passed on, so that a child has no secrets. */
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
 * Blocks this large are mapped separately, so that memory freed after loading a model returns to the system: otherwise glibc raises the threshold
 * with each freed block, and keeps the memory.
 */
const LARGE_BLOCKS = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** @returns the part of this process's environment that workers may have */
export function passedEnvironment(source: NodeJS.ProcessEnv): Record<string, string> {
  const passed = PASSED_NAMES.flatMap((name) => {
    const value = source[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(passed);
}

/**
 * @param source this process's environment; its settings for large blocks of memory apply to the child too
 * @param plan of the child's workers
 * @returns the environment of a child process
 */
export function childEnvironment(source: NodeJS.ProcessEnv, plan: WorkerPlan): Record<string, string> {
  const { sharesModel, isSandboxed, threads, tasksPerThread } = plan;
  const computing = sharesModel ? threads * tasksPerThread : threads;
  return {
    // glibc gives each thread its own heap and keeps free memory in each. Native code gets one for each task that computes and one
    // for all other threads: with a single heap, two recognitions wait for each other and take a sixth more time.
    MALLOC_ARENA_MAX: isSandboxed ? '1' : String(computing + 1),
    ...LARGE_BLOCKS,
    // One thread in libuv's pool for each task that computes, and one for files.
    ...(sharesModel && { UV_THREADPOOL_SIZE: String(computing + 1) }),
    ...passedEnvironment(source),
  };
}

/**
 * Passes on the package conditions of this process, so that its workers resolve packages in the same way, but no debugger
 * ports, preloads and the like.
 *
 * @param execArgv flags of this process
 * @param nodeOptions the value of NODE_OPTIONS, which workers do not get
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
