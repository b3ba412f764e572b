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

/** A PostgreSQL of a test's own, on the loopback. */
export interface PostgresServer {
  readonly url: string;
  /** @returns the address of an empty database beside the one of `url` */
  createDatabase(name: string): Promise<string>;
  /** Ends it as a crash does, within moments; connections break. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  /** Ends it and removes what it kept. */
  remove(): Promise<void>;
}

/** Where PostgreSQL's programs are, or `undefined`: it is not installed. */
export const postgresPrograms: string | undefined = findPrograms();

/** Said where tests are skipped for want of it. */
export const NO_POSTGRES = 'PostgreSQL is not installed (Debian package postgresql): skipped';

export interface PostgresServerOptions {
  /** Whether it syncs as PostgreSQL does by itself. Default false: what a test keeps need not outlast a power cut. */
  readonly isDurable?: boolean;
  /** As `log_statement=all`. */
  readonly settings?: readonly string[];
  /** Told of each line of its log. */
  readonly onLogLine?: (line: string) => void;
}

/** For what a test waits on a server for: three seconds on a busy machine. */
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
    // Immediate: its children end with it, which kill -9 of the first process alone would not make them do.
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

/** PostgreSQL refuses to run as root: it then runs as the user that its package made. */
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
