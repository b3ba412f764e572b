import { setImmediate } from 'node:timers/promises';
import { leaveFile, listenToProcess, tick } from './leaked-channels.ts';
import { hang, passTime } from './passing-time.ts';

/** Engines of any kind that are not over when they are closed. */
export function closeMutants<Engine extends object>(
  sound: () => Engine,
): [mutant: string, failedCase: string, create: () => Engine][] {
  return [
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
