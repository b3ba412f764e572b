import { spawnSync } from 'node:child_process';

export function isInstalled(program: string, option: string): boolean {
  return spawnSync(program, [option]).error === undefined;
}
