import type { ModelProgress } from '@parlance/core/engine';

/** As often as a progress bar has use for. */
const INTERVAL_MS = 50;

/**
 * Makes progress reports of a model, at most one in a while. A phase's first and last pass at once; of the others the
 * newest passes when its time has come, so that a standstill shows where it stands.
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
