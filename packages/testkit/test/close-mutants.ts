import { tick } from './leaked-channels.ts';
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
      'leaves a timer running',
      'worker/no-handle-left',
      () => {
        tick();
        return sound();
      },
    ],
  ];
}
