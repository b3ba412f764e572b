import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const DEBIAN_FOLDER = '/usr/lib/postgresql';
const READY = 'database system is ready to accept connections';

/** A test's own PostgreSQL server, on the loopback interface. */
export interface PostgresServer {
  readonly url: string;
  /** @returns the address of a new, empty database on the same server */
  createDatabase(name: string): Promise<string>;
  /** Stops it like a crash, within moments; connections break. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** The folder of PostgreSQL's programs; `undefined` if it is not installed. */
export const postgresPrograms: string | undefined = findPrograms();

/** The reason for tests that are skipped without it. */
export const NO_POSTGRES = 'PostgreSQL is not installed (Debian package postgresql): skipped';

export interface PostgresServerOptions {
  /** Whether it syncs, like PostgreSQL by default. Default false: test data need not survive a power failure. */
  readonly isDurable?: boolean;
  /** Server settings such as `log_statement=all`. */
  readonly settings?: readonly string[];
  /** Called with each line of its log. */
  readonly onLogLine?: (line: string) => void;
}

/** Starts a server, which takes up to three seconds on a busy machine. */
export async function startPostgresServer({
  isDurable = false,
  settings: given = [],
  onLogLine,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  if (postgresPrograms === undefined) throw new Error(NO_POSTGRES);
  const programs = postgresPrograms;
  const user = unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'parlance-postgres-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const unsynced = isDurable ? [] : ['-N'];
  const initOptions = ['-D', data, '-A', 'trust', '-U', 'parlance', '-E', 'UTF8', ...unsynced];
  await run(join(programs, 'initdb'), initOptions, { ...user, cwd: folder });
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...(isDurable ? [] : ['fsync=off']),
    ...given,
  ];
  const start = async () => {
    const started = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const said: string[] = [];
    const lines = createInterface({ input: started.stderr });
    const ready = Promise.withResolvers<void>();
    lines.on('line', (line) => {
      said.push(line);
      if (line.includes(READY)) ready.resolve();
      onLogLine?.(line);
    });
    lines.once('close', () => ready.reject(new Error(`PostgreSQL did not start: ${said.join('\n')}`)));
    await ready.promise;
    said.length = 0;
    return started;
  };
  let server = await start();
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    // Immediate shutdown: its children end with it, unlike after kill -9 of the main process.
    server.kill('SIGQUIT');
    await exited;
  };
  const addressOf = (name: string): string => `postgres://parlance@127.0.0.1:${port}/${name}`;
  return {
    url: addressOf('postgres'),
    kill,
    async createDatabase(name) {
      const client = new pg.Client(addressOf('postgres'));
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return addressOf(name);
    },
    async start() {
      server = await start();
    },
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function findPrograms(): string | undefined {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
  const folders = [
    ...versions
      .sort((one, other) => Number(other) - Number(one))
      .map((one) => join(DEBIAN_FOLDER, one, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** PostgreSQL refuses to run as root, so then it runs as the user that its package created. */
export function unprivilegedUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string): number => Number(execFileSync('id', [option, 'postgres']).toString());
  return { uid: idOf('-u'), gid: idOf('-g') };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
