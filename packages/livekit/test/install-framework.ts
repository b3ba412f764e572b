import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Outside of the workspace's own packages, since the framework has 290 MB. Also named in vitest.long.config.ts and tsconfig.json. */
const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/parlance-livekit');
const PACKAGES = { '@livekit/agents': '1.9.0', '@livekit/rtc-node': '0.13.35' };
const DONE = join(FOLDER, `installed-${Object.values(PACKAGES).join('-')}`);

/** @returns whether the framework is installed; if not, the reason is on the console */
export function installFramework(): boolean {
  if (process.env.PARLANCE_LIVEKIT !== '1') {
    console.warn('skipped: LiveKit Agents is 290 MB to install; PARLANCE_LIVEKIT=1 runs its tests');
    return false;
  }
  if (existsSync(DONE)) return true;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }));
  const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: FOLDER,
    encoding: 'utf8',
  });
  if (npm.status === 0) writeFileSync(DONE, '');
  else console.warn(`skipped: npm cannot install LiveKit Agents: ${npm.error?.message ?? npm.stderr.trim()}`);
  return npm.status === 0;
}
