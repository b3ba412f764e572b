import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** @returns a separate disk of this size, until the test ends; `undefined` without the right to mount one */
export async function smallDisk(size: string): Promise<string | undefined> {
  const disk = await temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', [disk]));
  return disk;
}

export const NO_SMALL_DISK = 'no right to mount a small disk here';
