import { afterAll, beforeAll, describe, it } from 'vitest';
import { PIPECAT_MODULE, startPythonClientSuite } from './python-client-suite.ts';
import { installPythonPackages } from './python-packages.ts';

const isWanted = process.env.PARLANCE_PIPECAT === '1';
if (!isWanted) console.warn('skipped: Pipecat is 500 MB to install; PARLANCE_PIPECAT=1 runs its tests');

const python = isWanted
  ? installPythonPackages({
      folder: 'parlance-pipecat-python',
      packages: [
        'pipecat-ai==1.14.0',
        'httpx==0.28.1',
        'hatchling==1.33.0',
        'mypy==2.4.1',
        'pytest==9.2.0',
        'pytest-asyncio==1.5.0',
      ],
      modules: ['pipecat', 'httpx', 'hatchling', 'mypy', 'pytest', 'pytest_asyncio'],
    })
  : null;

describe.runIf(python !== null)('the services for Pipecat', () => {
  let suite: Awaited<ReturnType<typeof startPythonClientSuite>> | undefined;
  beforeAll(async () => {
    suite = await startPythonClientSuite(python ?? '');
  });
  afterAll(() => suite?.[Symbol.asyncDispose]());

  it('pass their tests in pipelines, against a running server', async () => suite?.pytest(PIPECAT_MODULE));

  it('are typed strictly', async () => suite?.mypy());
});
