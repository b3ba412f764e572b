import type { SpeechService } from '@parlance/core/service';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Ends of live calls and sessions of this process that the database has not taken. */
export function addEndMetrics(registry: Registry, { endFigures }: SpeechService): void {
  if (endFigures === undefined) return;
  new Gauge({
    name: 'parlance_waiting_ends',
    help: 'Ends of live calls and sessions that wait for the database to be written and charged.',
    registers: [registry],
    collect() {
      this.set(endFigures().waiting);
    },
  });
  new Counter({
    name: 'parlance_lost_ends_total',
    help: 'Ends of live calls and sessions that were given up since the start, and are not charged.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(endFigures().lost);
    },
  });
}
