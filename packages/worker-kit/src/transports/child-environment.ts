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
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
];

/**
 * glibc gives each thread a heap of its own and keeps what is free in each: with one heap for all, two engines held a tenth less, and models
 * allocate too seldom to wait for each other. A block this large is mapped alone, so that what loading a model frees returns to the system:
 * otherwise glibc raises the threshold with what is freed, and keeps it.
 */
const ALLOCATION = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** @returns the environment of workers, taken from `source`, with what saves memory unless `source` says otherwise */
export function childEnvironment(source: NodeJS.ProcessEnv): Record<string, string> {
  const passed = PASSED_NAMES.flatMap((name) => {
    const value = source[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...ALLOCATION, ...Object.fromEntries(passed) };
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
