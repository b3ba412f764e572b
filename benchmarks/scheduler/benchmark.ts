import { LANES } from '@parlance/core/scheduling';
import { createChance } from '../runner/chance.ts';
import type { Benchmark, Metric, Variant } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import type { LinesSection } from '../runner/sections.ts';
import { spreadOf } from '../runner/statistics.ts';
import type { Summary } from '../runner/summary.ts';
import { type Machine, Simulation } from './simulation.ts';
import { startTraffic } from './traffic.ts';

const CORES = 16;
const CALLERS = [10, 30, 100, 300, 1000, 2000, 3000, 5000, 10_000];
const SIMULATED_MS = 300_000;
const WARM_UP_MS = 60_000;
const SEED = 20_261_121;
const CASES = new Map(CALLERS.map((callers) => [`${callers} callers`, callers]));

/** Bursts of audio are of no one's making here. */
const TRAFFIC_LANES = LANES.filter((lane) => lane !== 'ahead');
const WAITS: Readonly<Record<string, Metric>> = Object.fromEntries(
  TRAFFIC_LANES.map((lane) => [`${lane}P95Ms`, { title: `Wait of ${lane}, p95`, unit: 'ms', digits: 1 }]),
);
const REFUSED = { title: 'Live answers refused', unit: '%', digits: 1 } as const;
const BATCH = { title: 'Batch units', unit: '1/s', digits: 1 } as const;

export default {
  question: 'How long does a unit wait for a worker, by lane and by number of callers?',
  variants: { policy: simulated('policy'), fifo: simulated('fifo') },
  cases: [...CASES.keys()],
  metrics: { ...WAITS, refusedPercent: REFUSED, batchPerSecond: BATCH },
  alternation: 'at-once',
  isSimulation: true,
  rounds: 1,
  models: [],
  report: (summary) => [
    waitChart(summary, 'policy', 'waits-policy'),
    waitChart(summary, 'fifo', 'waits-fifo'),
    ...Object.entries(WAITS).map(([name, metric]) => metricTable(summary, name, metric)),
    metricTable(summary, 'refusedPercent', REFUSED),
    metricTable(summary, 'batchPerSecond', BATCH),
  ],
} satisfies Benchmark;

function simulated(order: Machine['order']): Variant {
  return {
    open: async () => ({
      async measure(caseName) {
        const simulation = new Simulation({ cores: CORES, order }, createChance(SEED));
        const figures = startTraffic(simulation, CASES.get(caseName) ?? 0, CORES);
        simulation.run(SIMULATED_MS, WARM_UP_MS);
        const waits = LANES.flatMap((lane) => {
          const waitsMs = simulation.waits[lane];
          return waitsMs.length === 0 ? [] : [[`${lane}P95Ms`, spreadOf(waitsMs).p95]];
        });
        return [
          {
            values: {
              ...Object.fromEntries(waits),
              refusedPercent: (100 * figures.refused) / Math.max(1, figures.asked),
              batchPerSecond: (1000 * figures.batchUnits) / SIMULATED_MS,
            },
          },
        ];
      },
      close: async () => undefined,
    }),
  };
}

function waitChart(summary: Summary, variant: string, name: string): LinesSection {
  return {
    kind: 'lines',
    name,
    title: `Wait for a worker, p95, ${variant}`,
    unit: 'ms',
    acrossTitle: `callers at ${CORES} cores`,
    series: TRAFFIC_LANES.map((lane) => ({
      name: lane,
      points: [...CASES].flatMap(([caseName, callers]) => {
        const wait = summary.find(caseName, variant, `${lane}P95Ms`)?.median;
        return wait === undefined ? [] : [{ across: callers, value: wait }];
      }),
    })),
  };
}
