import { setImmediate } from 'node:timers/promises';
import type { LoadState } from '@parlance/core/engine';
import { computeFor } from './busy.ts';
import { hang, passTime } from './passing-time.ts';
import { type Memory, unloading } from './unloading.ts';

/** Enough processor time to be measured. */
const LOADING_MS = 120;

/** Engines of any kind that report a wrong health, or load too often. */
export function healthMutants<Engine extends { close(): Promise<void> }, Method extends keyof Engine>(
  sound: () => Engine,
  method: Method,
): [mutant: string, failedCase: string, create: () => Engine][] {
  const loadState: LoadState = 'unloaded';
  return [
    [
      'reports a problem although it is healthy',
      'worker/health',
      () => ({ ...sound(), problem: () => 'Its workers ended.' }),
    ],
    ['tells its memory in megabytes', 'worker/health', () => ({ ...sound(), residentBytes: () => 43 })],
    ['works while it reports that nothing is loaded', 'worker/health', () => ({ ...sound(), loadState })],
    [
      'hangs while it is warmed',
      'worker/health',
      () => {
        passTime();
        return { ...sound(), warm: hang };
      },
    ],
    [
      'loads again each time it is warmed',
      'worker/warmed-once',
      () => ({ ...sound(), warm: async () => computeFor(LOADING_MS) }),
    ],
    ['loads for each of several callers at once', 'worker/warmed-once', () => loadingForEach(sound())],
    [
      'ends calls when it is unloaded',
      'worker/unloaded',
      () => {
        const engine = sound();
        return { ...engine, unload: () => engine.close() };
      },
    ],
    ['unloads although it is kept loaded', 'worker/unloaded', () => unloading(sound(), method, () => true)],
    [
      'lets two callers go if one of them does twice',
      'worker/unloaded',
      () => unloading(sound(), method, undefined, false),
    ],
    ['has memory after it was unloaded', 'worker/unloaded', () => unloading(sound(), method, () => false)],
    [
      'cannot be unloaded after close',
      'worker/unloaded',
      () =>
        onceClosed(unloading(sound(), method), {
          unload: async () => {
            throw new TypeError('There is no pool.');
          },
        }),
    ],
    [
      'has memory after close',
      'worker/unloaded',
      () => onceClosed(unloading(sound(), method), { residentBytes: () => 1_000_000 }),
    ],
  ];
}

/** Changes what it does once it is closed. */
function onceClosed<Engine extends Memory & { close(): Promise<void> }>(
  engine: Engine,
  change: Partial<Memory>,
): Engine {
  let memory: Memory = engine;
  return {
    ...engine,
    residentBytes: () => memory.residentBytes(),
    unload: () => memory.unload(),
    close: () => {
      memory = { ...engine, ...change };
      return engine.close();
    },
  };
}

function loadingForEach<Engine extends object>(engine: Engine): Engine {
  let isLoaded = false;
  const warm = async (): Promise<void> => {
    if (isLoaded) return;
    await setImmediate();
    computeFor(LOADING_MS);
    isLoaded = true;
  };
  return { ...engine, warm };
}
