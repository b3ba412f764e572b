import type { LoadState } from '@parlance/core/engine';

/** Engines of any kind that report a wrong health. */
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
  ];
}
