import type { ModelProgress } from '@parlance/core';

/** As often as a progress bar has use for. */
const INTERVAL_MS = 50;

/** Makes progress reports of a model, and drops those that follow the last too soon; a phase's first and last pass. */
export function throttleProgress(modelId: string, onProgress: (progress: ModelProgress) => void) {
  let lastPhase: string | undefined;
  let lastAtMs = 0;
  return (phase: ModelProgress['phase'], doneBytes: number, totalBytes: number) => {
    const nowMs = performance.now();
    const isEdge = phase !== lastPhase || (totalBytes > 0 && doneBytes >= totalBytes);
    if (!isEdge && nowMs - lastAtMs < INTERVAL_MS) return;
    lastPhase = phase;
    lastAtMs = nowMs;
    onProgress({ modelId, phase, doneBytes, totalBytes });
  };
}
