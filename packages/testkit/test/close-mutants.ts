import { setImmediate } from 'node:timers/promises';
import { SpeechError } from '@parlance/core/errors';
import { leaveFile, listen, listenToProcess, tick } from './leaked-channels.ts';
import { hang, passTime } from './passing-time.ts';

/** A timer of the test runner, and a longer time for which its process does not run. */
const TIMER_MS = 100;
const STOPPED_MS = 300;

/** Engines of any kind that cannot be closed, or are not over when they are closed. */
export function closeMutants<Engine extends { close(): Promise<void> }>(
  sound: () => Engine,
): [mutant: string, failedCase: string, create: () => Engine][] {
  return [
    ['cannot be closed twice', 'close/twice', () => failingClose(sound(), 2)],
    ['cannot be closed unused', 'close/unused', () => failingClose(sound(), 1)],
    [
      'leaves a channel open',
      'worker/no-handle-left',
      () => {
        listen();
        return sound();
      },
    ],
    [
      'hangs when it is closed',
      'close/twice',
      () => {
        passTime();
        return { ...sound(), close: hang };
      },
    ],
    [
      'loads after it was closed',
      'worker/closed-while-warming',
      () => {
        const engine = sound();
        return {
          ...engine,
          warm: async () => {
            await setImmediate();
            tick();
          },
        };
      },
    ],
    [
      'leaves a timer running',
      'worker/no-handle-left',
      () => {
        tick();
        return sound();
      },
    ],
    [
      'leaves a timer running in a process that is stopped for a while',
      'worker/no-handle-left',
      () => {
        tick();
        return stoppedAtClose(sound());
      },
    ],
    [
      'leaves a listener on its process',
      'worker/no-handle-left',
      () => {
        listenToProcess();
        return sound();
      },
    ],
    [
      'leaves a file',
      'worker/no-file-left',
      () => {
        leaveFile();
        return sound();
      },
    ],
  ];
}

function failingClose<Engine extends { close(): Promise<void> }>(
  engine: Engine,
  failingCall: number,
): Engine {
  let closes = 0;
  return {
    ...engine,
    close: async () => {
      closes += 1;
      if (closes === failingCall) throw new TypeError('This close fails.');
      await engine.close();
    },
  };
}

/**
 * Engines of which every one is over once one of them was closed.
 *
 * @param method which fails then; it returns a promise
 */
export function dyingTogether<Engine extends { close(): Promise<void> }, Method extends keyof Engine>(
  sound: () => Engine,
  method: Method,
): () => Engine {
  let closes = 0;
  return () => {
    const engine = sound();
    const before = closes;
    const call = engine[method] as (...parameters: readonly unknown[]) => unknown;
    return {
      ...engine,
      [method]: async (...parameters: readonly unknown[]) => {
        if (closes > before) throw new SpeechError('ENGINE_FAILED', 'The library was ended.');
        return call(...parameters);
      },
      close: () => {
        closes += 1;
        return engine.close();
      },
    };
  };
}

/** Stops the process when the engine is closed, as a busy machine may, while a timer is active that is not the engine's. */
function stoppedAtClose<Engine extends { close(): Promise<void> }>(engine: Engine): Engine {
  return {
    ...engine,
    close: () => {
      setTimeout(() => undefined, TIMER_MS);
      void setImmediate().then(() =>
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STOPPED_MS),
      );
      return engine.close();
    },
  };
}
