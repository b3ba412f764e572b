import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, unprivilegedUser } from './postgres-server.ts';

/** PgBouncer in transaction mode in front of a server: each transaction may use another of its few connections. */
export interface PgBouncer {
  readonly url: string;
  /** Kills it; all connections to it break. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  /** Stops it and removes its files. */
  remove(): Promise<void>;
}

const program = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((path) => existsSync(path));

export const hasPgBouncer = program !== undefined;
export const NO_PGBOUNCER = 'PgBouncer is not installed (Debian package pgbouncer): skipped';

/** Fewer than one of our processes opens to it, so that they are shared. */
const SERVER_CONNECTIONS = 4;
const READY = 'process up';

/** @param serverUrl of a server without a password */
export async function startPgBouncer(serverUrl: string): Promise<PgBouncer> {
  if (program === undefined) throw new Error(NO_PGBOUNCER);
  const server = new URL(serverUrl);
  const user = unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'parlance-pgbouncer-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port} user=${server.username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${SERVER_CONNECTIONS}`,
    'max_client_conn = 200',
  ];
  await writeFile(file, `${settings.join('\n')}\n`, { mode: 0o644 });
  const start = async () => {
    const started = spawn(program, [file], { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    const said: string[] = [];
    for await (const line of createInterface({ input: started.stderr })) {
      said.push(line);
      if (line.includes(READY)) break;
    }
    if (!said.at(-1)?.includes(READY)) throw new Error(`PgBouncer did not start: ${said.join('\n')}`);
    started.stderr.resume();
    return started;
  };
  let running = await start();
  const kill = async (): Promise<void> => {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, 'exit');
    running.kill('SIGKILL');
    await exited;
  };
  return {
    url: `postgres://${server.username}@127.0.0.1:${port}${server.pathname}`,
    kill,
    async start() {
      running = await start();
    },
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
