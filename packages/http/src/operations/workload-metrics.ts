import type { SpeechService, Workload } from '@parlance/core';
import { Counter, Gauge, type Registry } from 'prom-client';

const MS_IN_SECOND = 1000;

/** Gauges of what waits and runs in the service behind, asked of it at each scrape. */
export function addWorkloadMetrics(registry: Registry, service: SpeechService): void {
  if (service.workload === undefined) return;
  let asking: Promise<Workload | undefined> | undefined;
  /** Both gauges of a scrape share one answer. With the database gone they have none, rather than a stale one. */
  const ask = (): Promise<Workload | undefined> => {
    asking ??= service
      .workload?.()
      .catch(() => undefined)
      .finally(() => {
        asking = undefined;
      });
    return asking ?? Promise.resolve(undefined);
  };
  new Gauge({
    name: 'parlance_jobs',
    help: 'Jobs that wait or run, by kind.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const counts = Object.entries((await ask())?.jobs ?? {});
      this.reset();
      for (const [kind, count] of counts) this.set({ kind }, count);
    },
  });
  new Gauge({
    name: 'parlance_webhook_deliveries',
    help: 'Webhook deliveries that are kept, by state.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = Object.entries((await ask())?.deliveries ?? {});
      this.reset();
      for (const [state, count] of counts) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'parlance_engine_units',
    help: 'Units of work of each engine that run, or wait for a worker.',
    labelNames: ['engine', 'kind', 'state'],
    registers: [registry],
    async collect() {
      const engines = (await ask())?.engines ?? [];
      this.reset();
      for (const { engine, kind, running, waiting } of engines) {
        this.set({ engine, kind, state: 'running' }, running);
        this.set({ engine, kind, state: 'waiting' }, waiting);
      }
    },
  });
  new Gauge({
    name: 'parlance_engine_expected_wait_seconds',
    help: 'What a live call that came now would wait for a worker, by the measured times of units.',
    labelNames: ['engine', 'kind'],
    registers: [registry],
    async collect() {
      const engines = (await ask())?.engines ?? [];
      this.reset();
      for (const { engine, kind, expectedWaitMs } of engines)
        this.set({ engine, kind }, expectedWaitMs / MS_IN_SECOND);
    },
  });
  new Gauge({
    name: 'parlance_live_calls_refused',
    help: 'Live calls that were refused since the start because too much waited for the engine.',
    labelNames: ['engine', 'kind'],
    registers: [registry],
    async collect() {
      const engines = (await ask())?.engines ?? [];
      this.reset();
      for (const { engine, kind, refused } of engines) this.set({ engine, kind }, refused);
    },
  });
  new Gauge({
    name: 'parlance_engine_up',
    help: '1 while an engine can serve, also while it is not loaded yet; 0 while its workers died and are not replaced yet.',
    labelNames: ['engine', 'kind'],
    registers: [registry],
    async collect() {
      const engines = (await ask())?.engines ?? [];
      this.reset();
      for (const { engine, kind, problem } of engines) this.set({ engine, kind }, problem === null ? 1 : 0);
    },
  });
  new Counter({
    name: 'parlance_engine_incidents_total',
    help: 'Incidents of engines since the start, by kind: workers that died (also when the system killed them for memory), hung or were restarted, and openings of the breaker.',
    labelNames: ['engine', 'kind'],
    registers: [registry],
    async collect() {
      const incidents = (await ask())?.incidents ?? [];
      this.reset();
      for (const { engine, kind, count } of incidents) this.inc({ engine, kind }, count);
    },
  });
  new Gauge({
    name: 'parlance_segment_cache_lookups',
    help: 'Live segments that were looked for in the cache since the start, by what came of it.',
    labelNames: ['result'],
    registers: [registry],
    async collect() {
      const figures = (await ask())?.segmentCache;
      this.reset();
      if (figures === undefined) return;
      this.set({ result: 'hit' }, figures.hits);
      this.set({ result: 'miss' }, figures.misses);
    },
  });
}
