import type { ModelProgress } from '@parlance/core/engine';

/** A useful interval for progress bars. */
const INTERVAL_MS = 50;

/**
 * Limits the rate of a model's progress reports. The first and last report of a phase are passed on at once; of the others the
 * latest one is passed on after the interval, so that the current state shows if there is no further progress.
 */
export function throttleProgress(modelId: string, onProgress: (progress: ModelProgress) => void) {
  let lastPhase: string | undefined;
  let lastAtMs = 0;
  let late: NodeJS.Timeout | undefined;
  return (phase: ModelProgress['phase'], doneBytes: number, totalBytes: number) => {
    const pass = () => {
      lastPhase = phase;
      lastAtMs = performance.now();
      onProgress({ modelId, phase, doneBytes, totalBytes });
    };
    clearTimeout(late);
    const waitMs = lastAtMs + INTERVAL_MS - performance.now();
    const isEdge = phase !== lastPhase || (totalBytes > 0 && doneBytes >= totalBytes);
    if (isEdge || waitMs <= 0) return pass();
    late = setTimeout(pass, waitMs);
    late.unref();
  };
}
