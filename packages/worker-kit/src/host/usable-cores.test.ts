import { describe, expect, it } from 'vitest';
import { usableCores } from './usable-cores.ts';

type Files = Readonly<Record<string, string>>;
const coresOf = (files: Files, cores = 16): number => usableCores({ cores, read: (path) => files[path] });

describe('usableCores', () => {
  it.each<[string, Files, number]>([
    ['no control groups, as on macOS and Windows', {}, 16],
    [
      'version 2 with no quota',
      { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': 'max 100000\n' },
      16,
    ],
    [
      'a container of version 2',
      { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '400000 100000\n' },
      4,
    ],
    [
      'a service of version 2 under a slice with less',
      {
        '/proc/self/cgroup': '0::/system.slice/speech.service\n',
        '/sys/fs/cgroup/system.slice/cpu.max': '200000 100000\n',
        '/sys/fs/cgroup/system.slice/speech.service/cpu.max': '800000 100000\n',
      },
      2,
    ],
    [
      'a container of version 1, whose path is the host’s',
      {
        '/proc/self/cgroup':
          '5:memory:/docker/0a1b\n3:cpu,cpuacct:/docker/0a1b\n1:name=systemd:/docker/0a1b\n',
        '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '300000\n',
        '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
      },
      3,
    ],
    [
      'version 1 with no quota',
      {
        '/proc/self/cgroup': '3:cpu,cpuacct:/\n',
        '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n',
        '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
      },
      16,
    ],
    [
      'a mixed hierarchy, where version 1 has the processor',
      {
        '/proc/self/cgroup': '2:cpu:/jobs\n0::/jobs\n',
        '/sys/fs/cgroup/cpu/jobs/cpu.cfs_quota_us': '50000\n',
        '/sys/fs/cgroup/cpu/jobs/cpu.cfs_period_us': '25000\n',
      },
      2,
    ],
    [
      'a broken quota, rounded down',
      { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '250000 100000\n' },
      2,
    ],
    ['less than one core', { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '50000 100000\n' }, 1],
    [
      'a file that is not what it should be',
      { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': 'what\n' },
      16,
    ],
  ])('%s', (_, files, cores) => {
    expect(coresOf(files)).toBe(cores);
  });

  it('is never more than the cores that the process may use', () => {
    const files = { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '800000 100000\n' };
    expect(coresOf(files, 2)).toBe(2);
  });

  it('is a whole number of cores of this machine', () => {
    expect(Number.isInteger(usableCores()) && usableCores() >= 1).toBe(true);
  });
});
