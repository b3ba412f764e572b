import type { LoadState } from '@parlance/core/engine';

/** Engines of any kind that tell something else of their health than is true. */
export function healthMutants<Engine extends object>(
  sound: () => Engine,
): [mutant: string, failedCase: string, create: () => Engine][] {
  const loadState: LoadState = 'unloaded';
  return [
    [
      'has a problem although it is well',
      'worker/health',
      () => ({ ...sound(), problem: () => 'Its workers ended.' }),
    ],
    ['serves while it says that nothing is loaded', 'worker/health', () => ({ ...sound(), loadState })],
  ];
}
