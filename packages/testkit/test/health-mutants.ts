import type { LoadState } from '@parlance/core/engine';
import { computeFor } from './busy.ts';

/** Enough processor time to be measured. */
const LOADING_MS = 120;

/** Engines of any kind that report a wrong health, or load too often. */
export function healthMutants<Engine extends object>(
  sound: () => Engine,
): [mutant: string, failedCase: string, create: () => Engine][] {
  const loadState: LoadState = 'unloaded';
  return [
    [
      'reports a problem although it is healthy',
      'worker/health',
      () => ({ ...sound(), problem: () => 'Its workers ended.' }),
    ],
    ['works while it reports that nothing is loaded', 'worker/health', () => ({ ...sound(), loadState })],
    [
      'loads again each time it is warmed',
      'worker/warmed-once',
      () => ({ ...sound(), warm: async () => computeFor(LOADING_MS) }),
    ],
  ];
}
