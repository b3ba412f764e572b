/** A control group of Linux that this process is in, or one above it. */
export interface ControlGroup {
  readonly version: 1 | 2;
  /** Absolute; its files may be missing, as those of version 2 are for a controller that version 1 has. */
  readonly folder: string;
}

const ROOT = '/sys/fs/cgroup';

/**
 * The groups that may limit this process: its own, those above it, and the root, which inside a container is its own.
 *
 * @param membership text of `/proc/self/cgroup`
 * @param controller such as `cpu` or `memory`
 */
export function controlGroupsOf(membership: string, controller: string): readonly ControlGroup[] {
  return membership.split('\n').flatMap((line): ControlGroup[] => {
    // Hierarchy, its controllers (none in version 2), and the group's path.
    const [hierarchy, controllers = '', ...rest] = line.split(':');
    const paths = pathsAbove(rest.join(':'));
    if (hierarchy === '0' && controllers === '')
      return paths.map((path) => ({ version: 2, folder: `${ROOT}${path}` }));
    if (!controllers.split(',').includes(controller)) return [];
    // The hierarchy is mounted under the names of its controllers, with a link for each of them.
    return paths.map((path) => ({ version: 1, folder: `${ROOT}/${controller}${path}` }));
  });
}

/** `/a/b` → the root, `/a` and `/a/b` */
function pathsAbove(path: string): string[] {
  const names = path.split('/').filter((name) => name !== '' && name !== '..');
  return [...names.keys(), names.length].map((count) =>
    names
      .slice(0, count)
      .map((name) => `/${name}`)
      .join(''),
  );
}
