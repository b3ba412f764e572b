import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SpeechError } from '@parlance/core';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

export interface PostgresCluster {
  readonly url: string;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 20_000;
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/**
 * A PostgreSQL of its own in a temporary folder, on the loopback, with the durability that PostgreSQL comes with.
 *
 * @throws SpeechError `INVALID_CONFIG` when it is not installed
 */
export async function startPostgres(): Promise<PostgresCluster> {
  const programs = await findPrograms();
  const owner = await ownerIds();
  const folder = await mkdtemp(join(tmpdir(), 'parlance-postgres-'));
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  await run(join(programs, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'parlance', '-E', 'UTF8'], {
    ...owner,
    cwd: folder,
  });
  const port = await freePort();
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    { ...owner, cwd: folder, stdio: 'ignore' },
  );
  const isUp = async (): Promise<boolean> => {
    try {
      await run(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]);
      return true;
    } catch {
      return false;
    }
  };
  for (const deadlineMs = performance.now() + READY_WITHIN_MS; !(await isUp()); await delay(100)) {
    if (performance.now() > deadlineMs) throw new SpeechError('INTERNAL', 'PostgreSQL did not come up.');
  }
  return {
    url: `postgres://parlance@127.0.0.1:${port}/postgres`,
    async stop() {
      const exited = once(server, 'exit');
      server.kill('SIGINT');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function findPrograms(): Promise<string> {
  const versions = existsSync(DEBIAN_FOLDER) ? await readdir(DEBIAN_FOLDER) : [];
  const newest = versions.sort((one, other) => Number(other) - Number(one))[0];
  const folders = [
    ...(newest === undefined ? [] : [join(DEBIAN_FOLDER, newest, 'bin')]),
    ...(process.env.PATH ?? '').split(':'),
  ];
  const found = folders.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
  if (found !== undefined) return found;
  throw new SpeechError('INVALID_CONFIG', 'There is no PostgreSQL; install the Debian package "postgresql".');
}

/** PostgreSQL refuses to run as root: it then runs as the user that its package made. */
async function ownerIds(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (option: string): Promise<number> =>
    Number((await run('id', [option, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}
