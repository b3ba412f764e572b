import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUserProject, packAll, type UserProject } from './installed-packages.ts';

const NODE_VERSION = '24.21.0';
const WAV_HEADER_BYTES = 44;
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'parlance-written-'));
let tarballs: string[] = [];

beforeAll(() => {
  tarballs = packAll(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The blocks of a page that name a file, by that name. */
function filesOf(page: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks = [...text.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)];
  return Object.fromEntries(blocks.map(([, name = '', source = '']) => [name, source]));
}

/** Runs the project's own vitest. @returns how its tests went */
function runKit(project: UserProject): {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
} {
  const report = join(project.directory, 'report.json');
  const vitest = join(project.directory, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--reporter=json', `--outputFile=${report}`];
  try {
    execFileSync(project.node, args, { cwd: project.directory, stdio: 'pipe', env: userEnvironment() });
  } catch {
    // Its report says what failed.
  }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as KitReport;
  const failures = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join(' ')}`);
  return { passed: numPassedTests, failed: numFailedTests, failures };
}

/** What vitest's JSON report has, and is looked at. */
interface KitReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** As a user has it: neither this run's settings of vitest nor the condition of sources. */
function userEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, VITEST: _vitest, CI: _ci, ...environment } = process.env;
  return environment;
}

/** @throws Error once the process ends, which it should not */
async function refuseExit(server: ChildProcess): Promise<never> {
  const [code] = (await once(server, 'exit')) as [number | null];
  throw new Error(`The server ended with code ${code}; what it wrote stands above.`);
}

/** Starts the project's server and has it speak one text. */
async function speakThroughServer(project: UserProject, voiceCode: string): Promise<Uint8Array> {
  const server = spawn(project.node, ['node_modules/@parlance/parlance/bin/parlance.js', 'serve', '--json'], {
    cwd: project.directory,
    env: { ...userEnvironment(), PARLANCE_PORT: '0', PARLANCE_DATA_DIR: join(project.directory, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await Promise.race([
      once(createInterface(server.stdout), 'line'),
      refuseExit(server),
    ])) as [string];
    const { url, appId, token } = JSON.parse(line);
    const response = await fetch(`${url}/v1/tts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'App-Id': appId, 'Content-Type': 'application/json' },
      body: JSON.stringify({ mode: 'sync', voiceCode, outputFormat: 'wav', text: 'Hello from outside.' }),
    });
    expect(response.status).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  } finally {
    if (server.kill()) await once(server, 'exit');
  }
}

describe('the plugins of docs/plugins.md and docs/plugin-engines.md, written into an empty folder', () => {
  const files = { ...filesOf('docs/plugins.md'), ...filesOf('docs/plugin-engines.md') };
  let project: UserProject;
  beforeAll(() => {
    const { name, ...manifest } = JSON.parse(files['package.json'] ?? '');
    project = createUserProject(tarballs, NODE_VERSION, {
      manifest: { name, ...manifest, allowScripts: { node: true } },
      packages: ['vitest@5.1.1', 'zod@4.6.7'],
    });
    for (const [path, source] of Object.entries(files).filter(([path]) => path !== 'package.json')) {
      mkdirSync(dirname(join(project.directory, path)), { recursive: true });
      writeFileSync(join(project.directory, path), source);
    }
  });
  afterAll(() => project[Symbol.dispose]());

  it('pass the kit', () => {
    const { passed, failed, failures } = runKit(project);
    expect(failures).toEqual([]);
    expect(failed).toBe(0);
    expect(passed).toBeGreaterThan(5 * 20);
  });

  it('speaks in-process', () => {
    execFileSync(project.node, ['speak.ts'], { cwd: project.directory, env: userEnvironment() });
    // SOS is 27 dots and pauses of 40 ms at 30 words a minute, at 16 kHz and 16 bits.
    expect(readFileSync(join(project.directory, 'sos.wav')).byteLength).toBeGreaterThan(30_000);
  });

  it('speaks through the server', async () => {
    const wav = await speakThroughServer(project, 'morse');
    expect(Buffer.from(wav.subarray(0, 4)).toString()).toBe('RIFF');
    // "HELLO FROM OUTSIDE" is 161 dots long in Morse code, of 40 ms at 30 words a minute: 6.44 s, with silence behind it.
    const spokenSeconds = (wav.byteLength - WAV_HEADER_BYTES) / (16_000 * 2);
    expect(spokenSeconds).toBeGreaterThan(6.4);
    expect(spokenSeconds).toBeLessThan(7);
  });
});

describe('the plugin that npm create parlance-plugin makes', () => {
  const directory = join(folder, 'my-voice');
  let project: UserProject;
  beforeAll(() => {
    const creator = createUserProject(
      tarballs.filter((path) => /create-parlance-plugin|parlance-core/.test(path)),
      NODE_VERSION,
    );
    const main = 'node_modules/create-parlance-plugin/dist/main.js';
    execFileSync(creator.node, [main, directory], { cwd: creator.directory });
    creator[Symbol.dispose]();
    project = createUserProject(tarballs, NODE_VERSION, { directory });
  });
  afterAll(() => project[Symbol.dispose]());

  it('builds, has sound types and passes the kit', () => {
    for (const [bin, ...args] of [['typescript/bin/tsc', '--noEmit'], ['tsup/dist/cli-default.js']]) {
      const script = join(directory, 'node_modules', bin ?? '');
      execFileSync(project.node, [script, ...args], {
        cwd: directory,
        env: userEnvironment(),
        stdio: 'pipe',
      });
    }
    const { passed, failed, failures } = runKit(project);
    expect(failures).toEqual([]);
    expect(failed).toBe(0);
    expect(passed).toBeGreaterThan(20);
  });

  it('speaks through the server', async () => {
    const settings = {
      plugins: [{ module: './dist/index.js', options: { threads: 1 } }, '@parlance/plugin-flite'],
      realtimeVoices: ['my-voice', 'slt'],
      defaultVoice: 'my-voice',
    };
    writeFileSync(join(directory, 'parlance.config.json'), JSON.stringify(settings));
    const wav = await speakThroughServer(project, 'my-voice');
    // 19 letters of 67 ms, at 16 kHz and 16 bits.
    expect(wav.byteLength).toBeGreaterThan(16_000 * 2);
  });
});
