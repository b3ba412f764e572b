import type { SpeechService } from '@parlance/core';
import { Gauge, type Registry } from 'prom-client';

/** Gauges of what waits and runs in the service behind, asked of it at each scrape. */
export function addWorkloadMetrics(registers: Registry[], service: SpeechService): void {
  if (service.workload === undefined) return;
  const deliveries = new Gauge({
    name: 'parlance_webhook_deliveries',
    help: 'Webhook deliveries that are kept, by state.',
    labelNames: ['state'],
    registers,
  });
  new Gauge({
    name: 'parlance_jobs',
    help: 'Jobs that wait or run, by kind.',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset();
      deliveries.reset();
      // With the database gone the scrape still has everything else, and these are missing rather than stale.
      const load = await service.workload?.().catch(() => undefined);
      for (const [kind, count] of Object.entries(load?.jobs ?? {})) this.set({ kind }, count);
      for (const [state, count] of Object.entries(load?.deliveries ?? {})) deliveries.set({ state }, count);
    },
  });
}
