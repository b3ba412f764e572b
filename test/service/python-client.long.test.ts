import { afterAll, beforeAll, describe, it } from 'vitest';
import { CLIENT_MODULES, startPythonClientSuite } from './python-client-suite.ts';
import { installPythonPackages } from './python-packages.ts';

const python = installPythonPackages({
  folder: 'parlance-client-python',
  packages: [
    'httpx==0.28.1',
    'websockets==17.4',
    'hatchling==1.33.0',
    'mypy==2.4.1',
    'ruff==0.17.6',
    'pytest==9.2.0',
    'pytest-asyncio==1.5.0',
  ],
  modules: ['httpx', 'websockets', 'hatchling', 'mypy', 'ruff', 'pytest', 'pytest_asyncio'],
});

describe.runIf(python !== null)('the Python client', () => {
  let suite: Awaited<ReturnType<typeof startPythonClientSuite>> | undefined;
  beforeAll(async () => {
    suite = await startPythonClientSuite(python ?? '');
  });
  afterAll(() => suite?.[Symbol.asyncDispose]());

  it.each(CLIENT_MODULES)('passes %s against a running server', async (module) => suite?.pytest(module));

  it('is formatted, linted and typed strictly', async () => {
    await suite?.runPython(['-m', 'ruff', 'format', '--no-cache', '--check', '.']);
    await suite?.runPython(['-m', 'ruff', 'check', '--no-cache', '.']);
    await suite?.mypy('--exclude', 'pipecat');
  });
});
