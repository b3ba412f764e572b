import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Counter, type Registry } from 'prom-client';

const CONTROL_GROUPS = '/sys/fs/cgroup';

/** How often the system ended a process of this control group for its memory: an engine's, or ours. Where it does not tell, there is no such series. */
export function addMemoryKillMetric(registry: Registry, eventsFile = findEventsFile()): void {
  if (readKills(eventsFile) === undefined) return;
  new Counter({
    name: 'parlance_out_of_memory_kills_total',
    help: "Processes of this service's control group that the system ended for want of memory.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(readKills(eventsFile) ?? 0);
    },
  });
}

/** Of version 2: `0::/path`, which in a container is the root of what it sees. */
function findEventsFile(): string {
  try {
    const path = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
    return join(CONTROL_GROUPS, path, 'memory.events');
  } catch {
    return join(CONTROL_GROUPS, 'memory.events');
  }
}

function readKills(file: string): number | undefined {
  try {
    const count = /^oom_kill (\d+)$/m.exec(readFileSync(file, 'utf8'))?.[1];
    return count === undefined ? undefined : Number(count);
  } catch {
    return undefined;
  }
}
