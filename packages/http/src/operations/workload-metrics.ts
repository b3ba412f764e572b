import type { Backlog, EngineFigures, SpeechService, Workload } from '@parlance/core/service';
import { Counter, Gauge, type Registry } from 'prom-client';

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

interface FigureMetric<Figures> {
  readonly type: typeof Counter | typeof Gauge;
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly samplesOf: (figures: Figures) => readonly Sample[];
}

const MS_IN_SECOND = 1000;
const ENGINE_LABELS = ['engine', 'kind'];

const perEngine =
  (figureOf: (figures: EngineFigures) => number): FigureMetric<Workload>['samplesOf'] =>
  ({ engines }) =>
    engines.map((figures) => [{ engine: figures.engine, kind: figures.kind }, figureOf(figures)]);

/** Metrics that are the same in each process. */
const BACKLOG: readonly FigureMetric<Backlog>[] = [
  {
    type: Gauge,
    name: 'parlance_jobs',
    help: 'Jobs that wait or run, by kind.',
    labelNames: ['kind'],
    samplesOf: ({ jobs }) => Object.entries(jobs).map(([kind, count]) => [{ kind }, count]),
  },
  {
    type: Gauge,
    name: 'parlance_job_oldest_wait_seconds',
    help: 'The longest wait of a due job for a worker, by kind; 0 when none waits.',
    labelNames: ['kind'],
    samplesOf: ({ oldestJobWaitMs }) =>
      Object.entries(oldestJobWaitMs).map(([kind, waitMs]) => [{ kind }, waitMs / MS_IN_SECOND]),
  },
  {
    type: Gauge,
    name: 'parlance_webhook_deliveries',
    help: 'Webhook deliveries that are kept, by state.',
    labelNames: ['state'],
    samplesOf: ({ deliveries }) => Object.entries(deliveries).map(([state, count]) => [{ state }, count]),
  },
];

const WORKLOAD: readonly FigureMetric<Workload>[] = [
  {
    type: Gauge,
    name: 'parlance_engine_units',
    help: 'Units of work of each engine that run, or wait for a worker.',
    labelNames: [...ENGINE_LABELS, 'state'],
    samplesOf: ({ engines }) =>
      engines.flatMap(({ engine, kind, running, waiting }): Sample[] => [
        [{ engine, kind, state: 'running' }, running],
        [{ engine, kind, state: 'waiting' }, waiting],
      ]),
  },
  {
    type: Gauge,
    name: 'parlance_engine_expected_wait_seconds',
    help: 'What a live call that came now would wait for a worker, by the measured times of units.',
    labelNames: ENGINE_LABELS,
    samplesOf: perEngine(({ expectedWaitMs }) => expectedWaitMs / MS_IN_SECOND),
  },
  {
    type: Counter,
    name: 'parlance_live_calls_refused_total',
    help: 'Live calls that were refused since the start because too much waited for the engine.',
    labelNames: ENGINE_LABELS,
    samplesOf: perEngine(({ refused }) => refused),
  },
  {
    type: Gauge,
    name: 'parlance_engine_up',
    help: '1 while an engine can serve, also while it is not loaded yet; 0 while its workers died and are not replaced yet.',
    labelNames: ENGINE_LABELS,
    samplesOf: perEngine(({ problem }) => (problem === null ? 1 : 0)),
  },
  {
    type: Gauge,
    name: 'parlance_engine_resident_memory_bytes',
    help: 'Memory of the processes of an engine; absent where it has none of its own, or none yet.',
    labelNames: ENGINE_LABELS,
    samplesOf: ({ engines }) =>
      engines.flatMap(({ engine, kind, residentBytes = null }): Sample[] =>
        residentBytes === null ? [] : [[{ engine, kind }, residentBytes]],
      ),
  },
  {
    type: Counter,
    name: 'parlance_engine_incidents_total',
    help: 'Incidents of engines since the start, by kind: workers that died (also when the system killed them for memory), hung or were restarted, and openings of the breaker.',
    labelNames: ENGINE_LABELS,
    samplesOf: ({ incidents }) => incidents.map(({ engine, kind, count }) => [{ engine, kind }, count]),
  },
  {
    type: Counter,
    name: 'parlance_segment_cache_lookups_total',
    help: 'Live segments that were looked for in the cache since the start, by what came of it.',
    labelNames: ['result'],
    samplesOf: ({ segmentCache: { hits, misses } }) => [
      [{ result: 'hit' }, hits],
      [{ result: 'miss' }, misses],
    ],
  },
];

/** Whether the service's dependencies work, also while other figures are missing because they don't. */
export function addDependencyMetric(registry: Registry, service: SpeechService): void {
  if (service.dependencies === undefined) return;
  new Gauge({
    name: 'parlance_dependency_up',
    help: '1 while the database, or the audio storage, works; 0 while it does not.',
    labelNames: ['dependency'],
    registers: [registry],
    async collect() {
      const problems = await service.dependencies?.().catch(() => undefined);
      this.reset();
      for (const [dependency, problem] of Object.entries(problems ?? {}))
        this.set({ dependency }, problem === null ? 1 : 0);
    },
  });
}

/** Figures of waiting and running work, read from the service at each scrape. */
export function addWorkloadMetrics(registry: Registry, service: SpeechService): void {
  const { workload, backlog } = service;
  if (workload !== undefined) addMetrics(registry, WORKLOAD, async () => workload());
  // While the database is unavailable these are missing instead of stale; the process's own figures stay.
  if (backlog !== undefined) addMetrics(registry, BACKLOG, () => backlog().catch(() => undefined));
}

/** @param ask its result is shared by all metrics of a scrape */
function addMetrics<Figures>(
  registry: Registry,
  metrics: readonly FigureMetric<Figures>[],
  ask: () => Promise<Figures | undefined>,
): void {
  let asking: Promise<Figures | undefined> | undefined;
  const askOnce = (): Promise<Figures | undefined> => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  for (const { type: Metric, samplesOf, ...names } of metrics) {
    new Metric({
      ...names,
      registers: [registry],
      async collect() {
        const figures = await askOnce();
        this.reset();
        for (const [labels, value] of figures ? samplesOf(figures) : []) this.inc(labels, value);
      },
    });
  }
}
