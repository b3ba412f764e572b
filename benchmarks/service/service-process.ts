import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SpeechError } from '@parlance/core/errors';
import { freePort } from './free-port.ts';

const SOURCES = fileURLToPath(new URL('../../', import.meta.url));
const COMMAND = 'packages/parlance/bin/parlance.js';
/** Against a start that hangs; on a machine that others share, one was seen to take minutes. */
const READY_WITHIN_MS = 900_000;
const ASK_EVERY_MS = 100;
/** At least 16 characters, and the benchmarks' own: it has to be known before the first start. */
const ADMIN_TOKEN = 'benchmark-admin-token';

/** A `parlance serve` that may be killed and started again, on the same data and the same port. */
export interface KillableService {
  readonly url: string;
  readonly adminToken: string;
  /** Of the process that was started last. */
  pid(): number;
  /**
   * @param until `answers`: it takes requests, its models may still be on their way; `ready`, as a rule: `/readyz` says 200
   * @param sources folder of the repository, or of an earlier state of it; as a rule this one
   * @returns how long that took, in milliseconds
   */
  start(until?: 'answers' | 'ready', sources?: string): Promise<number>;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves when it has ended by itself. */
  stop(): Promise<void>;
}

/** A `parlance serve` that is ready. */
export interface RunningService extends Pick<KillableService, 'url' | 'adminToken'> {
  readonly pid: number;
  /** SIGTERM; resolves when it has ended by itself and nothing is left of its data. */
  stop(): Promise<void>;
}

/** Starts one on a folder of its own. @see prepareService for the parameters */
export async function startService(
  environment: Readonly<Record<string, string>> = {},
  settings: Readonly<Record<string, unknown>> = {},
): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-benchmark-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const service = await prepareService(folder, environment, settings);
    await service.start();
    return {
      url: service.url,
      adminToken: service.adminToken,
      pid: service.pid(),
      async stop() {
        await service.stop();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/**
 * @param environment of the variant, such as `DATABASE_URL`
 * @param settings of the variant, beside those of every benchmark
 */
export async function prepareService(
  folder: string,
  environment: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<KillableService> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const logPath = join(folder, 'serve.log');
  const config = join(folder, 'parlance.config.json');
  await writeFile(
    config,
    JSON.stringify({
      dataDir: join(folder, 'data'),
      port,
      logLevel: 'warn',
      adminToken: ADMIN_TOKEN,
      allowNetworks: ['127.0.0.0/8'],
      // Ten attempts within a minute or so, in place of three days.
      webhookRetrySeconds: [1, 1, 2, 2, 4, 4, 8, 8, 16],
      ...settings,
    }),
  );
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    url,
    adminToken: ADMIN_TOKEN,
    pid: () => child?.pid ?? 0,
    async start(until = 'ready', sources = SOURCES) {
      const startedAtMs = performance.now();
      const log = openSync(logPath, 'a');
      child = spawn(
        process.execPath,
        ['--conditions=@parlance/source', join(sources, COMMAND), 'serve', '--config', config],
        {
          cwd: folder,
          env: { ...process.env, ...environment },
          stdio: ['ignore', log, log],
        },
      );
      while (!(await isUp(url, until))) {
        const sinceMs = performance.now() - startedAtMs;
        if (child.exitCode !== null || sinceMs > READY_WITHIN_MS) {
          const printed = (await readFile(logPath, 'utf8')).split('\n').slice(-30).join('\n');
          // Nobody else would: who opens it has nothing yet to close.
          await end('SIGKILL');
          throw new SpeechError(
            'INTERNAL',
            `The service was not ready within ${Math.round(sinceMs)} ms:\n${printed}`,
          );
        }
        await delay(ASK_EVERY_MS);
      }
      return performance.now() - startedAtMs;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

async function isUp(url: string, until: 'answers' | 'ready'): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`);
    await answer.arrayBuffer();
    // Probes are answered while the tables are brought up to date, when nothing else is: those answers have no id.
    return until === 'answers' ? answer.headers.has('x-request-id') : answer.status === 200;
  } catch {
    // Nobody listens yet.
    return false;
  }
}
