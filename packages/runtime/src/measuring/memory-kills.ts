import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CONTROL_GROUPS = '/sys/fs/cgroup';

/** @returns how often the system ended a process of this control group for its memory, an engine's or ours; `null` where it does not tell */
export function readMemoryKills(eventsFile = findEventsFile()): number | null {
  try {
    const count = /^oom_kill (\d+)$/m.exec(readFileSync(eventsFile, 'utf8'))?.[1];
    return count === undefined ? null : Number(count);
  } catch {
    return null;
  }
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
