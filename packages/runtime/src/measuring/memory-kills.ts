import { controlGroupsOf } from '@parlance/core/platform';
import { readText } from './read-text.ts';

/** @returns how often the system ended a process of this control group for its memory, an engine's or ours; `null` where it does not tell */
export function readMemoryKills(eventsFile = findEventsFile()): number | null {
  const count = /^oom_kill (\d+)$/m.exec(readText(eventsFile) ?? '')?.[1];
  return count === undefined ? null : Number(count);
}

/** Of version 2 only. */
function findEventsFile(): string {
  const groups = controlGroupsOf(readText('/proc/self/cgroup') ?? '', 'memory');
  const own = groups.findLast(({ version }) => version === 2);
  return `${own?.folder ?? '/sys/fs/cgroup'}/memory.events`;
}
