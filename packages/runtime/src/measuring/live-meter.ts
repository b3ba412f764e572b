import type { LatencyPercentiles } from '@parlance/core/service';

/** The latest latencies of one kind, and their percentiles. */
export interface LatencyWindow {
  add(latencyMs: number): void;
  percentiles(): LatencyPercentiles;
}

/** Enough for a stable 95th percentile; older samples do not describe the present. */
const SAMPLES = 512;

export function createLatencyWindow(): LatencyWindow {
  const samples: number[] = [];
  let next = 0;
  return {
    add(latencyMs) {
      samples[next] = latencyMs;
      next = (next + 1) % SAMPLES;
    },
    percentiles() {
      const sorted = samples.toSorted((one, other) => one - other);
      const at = (share: number): number | null => {
        const value = sorted[Math.ceil(share * sorted.length) - 1];
        return value === undefined ? null : Math.round(value * 10) / 10;
      };
      return { p50: at(0.5), p95: at(0.95) };
    },
  };
}

/** The current activity of this process. */
export interface LiveMeter {
  readonly firstAudio: LatencyWindow;
  readonly final: LatencyWindow;
  syntheses: number;
  sessions: number;
}

export function createLiveMeter(): LiveMeter {
  return { firstAudio: createLatencyWindow(), final: createLatencyWindow(), syntheses: 0, sessions: 0 };
}
