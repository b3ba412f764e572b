import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const PROGRAMS = ['mmdebstrap', 'buildah', 'podman', 'crun'];
/**
 * crun refuses a machine that mounts version 2 of control groups beside version 1. In a mount namespace of its own, podman
 * does not see the second mount.
 */
const WITHOUT_HYBRID_CGROUPS = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'umount /sys/fs/cgroup/unified 2>/dev/null; exec "$@"',
  'sh',
];

/** buildah and podman with images and containers in a folder of their own. */
export interface ContainerTools extends Disposable {
  /** @returns what it wrote to stdout */
  buildah(...args: string[]): Promise<string>;
  /** @returns what it wrote to stdout */
  podman(...args: string[]): Promise<string>;
  /** A container in the foreground: what it writes is the process's, and so is its exit status. */
  startContainer(...args: string[]): ChildProcess;
}

/** @returns why there can be no containers on this machine, or nothing */
export function whyNoContainers(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'images are built by root on Linux';
  for (const program of PROGRAMS) {
    try {
      execFileSync(program, ['--version'], { stdio: 'ignore' });
    } catch {
      return `${program} is not installed`;
    }
  }
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
  } catch {
    return 'this machine allows no namespaces';
  }
  return undefined;
}

export function createContainerTools(): ContainerTools {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-containers-'));
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
  const podman = (args: readonly string[]): [string, string[]] => {
    const [program = '', ...leading] = WITHOUT_HYBRID_CGROUPS;
    return [program, [...leading, 'podman', ...store, ...args]];
  };
  return {
    buildah: async (...args) =>
      (await run('buildah', [...store, ...args], { maxBuffer: MAX_OUTPUT_BYTES })).stdout.trim(),
    podman: async (...args) => (await run(...podman(args), { maxBuffer: MAX_OUTPUT_BYTES })).stdout.trim(),
    startContainer: (...args) => spawn(...podman(['run', ...args]), { stdio: ['ignore', 'pipe', 'pipe'] }),
    [Symbol.dispose]: () => {
      execFileSync('buildah', [...store, 'rm', '--all'], { stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
