import { expect, it } from 'vitest';
import { controlGroupsOf } from './control-groups.ts';

it.each<[string, string, readonly [1 | 2, string][]]>([
  [
    'of version 2 are its own and those above it',
    '0::/system.slice/parlance.service\n',
    [
      [2, '/sys/fs/cgroup'],
      [2, '/sys/fs/cgroup/system.slice'],
      [2, '/sys/fs/cgroup/system.slice/parlance.service'],
    ],
  ],
  ['inside a container are the root', '0::/\n', [[2, '/sys/fs/cgroup']]],
  ['above the root of a container are none', '0::/../..\n', [[2, '/sys/fs/cgroup']]],
  [
    'of version 1 are those of the controller',
    '12:cpuset:/other\n11:cpu,memory:/docker/a:b\n1:name=systemd:/init\n',
    [
      [1, '/sys/fs/cgroup/memory'],
      [1, '/sys/fs/cgroup/memory/docker'],
      [1, '/sys/fs/cgroup/memory/docker/a:b'],
    ],
  ],
  [
    'may be of both versions',
    '4:memory:/\n0::/\n',
    [
      [1, '/sys/fs/cgroup/memory'],
      [2, '/sys/fs/cgroup'],
    ],
  ],
  ['are none where the text has none', '0:memories:/a\n\n', []],
])('the control groups %s', (_what, membership, groups) => {
  expect(controlGroupsOf(membership, 'memory')).toEqual(
    groups.map(([version, folder]) => ({ version, folder })),
  );
});
