import { expect, it } from 'vitest';
import { readMemoryHeadroom } from './memory-headroom.ts';

const MIB = 2 ** 20;
const GIB = 1024 * MIB;
const headroomOf = (files: Readonly<Record<string, string>>) => {
  const headroom = readMemoryHeadroom((path) => files[path]);
  return headroom && [headroom.freeBytes / MIB, headroom.limitBytes / MIB];
};
const stat = (activeMib: number, inactiveMib: number, prefix = '') =>
  `anon 5\n${prefix}active_file ${activeMib * MIB}\n${prefix}inactive_file ${inactiveMib * MIB}\nslab 4\n`;

it.each<[string, Readonly<Record<string, string>>, number[] | undefined]>([
  ['nothing, as on macOS and Windows', {}, undefined],
  [
    'a machine without limits',
    {
      '/proc/self/cgroup': '0::/\n',
      '/sys/fs/cgroup/memory.max': 'max\n',
      '/sys/fs/cgroup/memory.current': `${100 * MIB}\n`,
      '/proc/meminfo': 'MemTotal:         948304 kB\nMemFree:   1024 kB\nMemAvailable:     307200 kB\n',
    },
    [300, 948_304 / 1024],
  ],
  [
    'a container under version 2, where cached files count as free',
    {
      '/proc/self/cgroup': '0::/\n',
      '/sys/fs/cgroup/memory.max': `${768 * MIB}\n`,
      '/sys/fs/cgroup/memory.current': `${760 * MIB}\n`,
      '/sys/fs/cgroup/memory.stat': stat(30, 20),
      '/proc/meminfo': 'MemTotal: 9437184 kB\nMemAvailable: 4194304 kB\n',
    },
    [58, 768],
  ],
  [
    'a parent slice that has less memory left',
    {
      '/proc/self/cgroup': '0::/a.slice/b.service\n',
      '/sys/fs/cgroup/a.slice/memory.max': `${GIB}\n`,
      '/sys/fs/cgroup/a.slice/memory.current': `${GIB - 10 * MIB}\n`,
      '/sys/fs/cgroup/a.slice/b.service/memory.max': `${512 * MIB}\n`,
      '/sys/fs/cgroup/a.slice/b.service/memory.current': `${400 * MIB}\n`,
    },
    [10, 1024],
  ],
  [
    'version 1, which counts child groups in other lines',
    {
      '/proc/self/cgroup': '4:memory:/x\n3:cpu:/\n0::/\n',
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
      '/sys/fs/cgroup/memory/memory.usage_in_bytes': `${8 * GIB}\n`,
      '/sys/fs/cgroup/memory/x/memory.limit_in_bytes': `${768 * MIB}\n`,
      '/sys/fs/cgroup/memory/x/memory.usage_in_bytes': `${700 * MIB}\n`,
      '/sys/fs/cgroup/memory/x/memory.stat': `active_file 1\ninactive_file 2\n${stat(8, 4, 'total_')}`,
    },
    [80, 768],
  ],
  [
    'a group over its limit',
    {
      '/proc/self/cgroup': '0::/\n',
      '/sys/fs/cgroup/memory.max': `${768 * MIB}\n`,
      '/sys/fs/cgroup/memory.current': `${769 * MIB}\n`,
    },
    [0, 768],
  ],
])('finds the memory that is left in %s', (_what, files, expected) => {
  expect(headroomOf(files)).toEqual(expected);
});
