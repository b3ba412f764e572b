import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { servePythonClient } from './python-client-server.ts';

const FOLDER = join(import.meta.dirname, '../../packages/client-python');
const run = promisify(execFile);

/** The pytest modules of the Python client; the one about Pipecat needs an environment of its own. */
export const PIPECAT_MODULE = 'test_pipecat.py';
export const CLIENT_MODULES = readdirSync(join(FOLDER, 'tests')).filter(
  (name) => name.startsWith('test_') && name !== PIPECAT_MODULE,
);

/**
 * Installs the Python client as a wheel into an environment, and starts a server for its tests.
 *
 * @param python of the environment, which has hatchling and what the tests need
 */
export async function startPythonClientSuite(python: string) {
  /** What is printed on failure is in the assertion's message. */
  async function runPython(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    const ended = await run(python, words, { cwd: FOLDER, env: { ...process.env, ...env } }).catch(
      ({ stdout, stderr }: { stdout: string; stderr: string }) =>
        expect.fail(`${words.join(' ')}\n${stdout}${stderr}`),
    );
    return ended.stdout;
  }
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps'];
  await runPython([...install, '--no-build-isolation', '--force-reinstall', FOLDER]);
  const mypyCache = join(dirname(dirname(python)), 'mypy-cache');
  const server = await servePythonClient();
  return {
    runPython,
    mypy: (...words: readonly string[]) => runPython(['-m', 'mypy', '--cache-dir', mypyCache, ...words]),
    async pytest(module: string): Promise<void> {
      const printed = await runPython(['-m', 'pytest', join('tests', module)], {
        PARLANCE_TEST_SERVER: server.description,
      });
      expect(printed).toMatch(/\d+ passed/);
      expect(printed).not.toMatch(/skipped|failed/);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
