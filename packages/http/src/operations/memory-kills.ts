import type { SpeechService } from '@parlance/core/service';
import { Counter, type Registry } from 'prom-client';

/** How often the system killed a process of this control group because memory ran out. If the system does not report it, there is no such series. */
export function addMemoryKillMetric(registry: Registry, { memoryKills }: SpeechService): void {
  if (memoryKills === undefined || memoryKills() === null) return;
  new Counter({
    name: 'parlance_out_of_memory_kills_total',
    help: "Processes of this service's control group that the system ended for want of memory.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(memoryKills() ?? 0);
    },
  });
}
