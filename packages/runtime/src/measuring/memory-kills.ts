import { controlGroupsOf } from '@parlance/core/platform';
import { readText } from './read-text.ts';

/** @returns how often the system killed a process of this control group, of an engine or of the service, because memory ran out; `null` if it does not report that */
export function readMemoryKills(eventsFile = findEventsFile()): number | null {
  const count = /^oom_kill (\d+)$/m.exec(readText(eventsFile) ?? '')?.[1];
  return count === undefined ? null : Number(count);
}

/** Only version 2 of control groups has this file. */
function findEventsFile(): string {
  const groups = controlGroupsOf(readText('/proc/self/cgroup') ?? '', 'memory');
  const own = groups.findLast(({ version }) => version === 2);
  return `${own?.folder ?? '/sys/fs/cgroup'}/memory.events`;
}
