import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { requireNode } from './.ci/require-node.ts';

requireNode();

/** The condition under which every workspace package resolves to its TypeScript source. */
const SOURCE = '@parlance/source';

/** What is random in tests differs in each run, and can be repeated. */
const seed = process.env.PARLANCE_TEST_SEED ?? String(Date.now() % 2 ** 31);
process.stderr.write(`Random tests have the seed ${seed}; PARLANCE_TEST_SEED=${seed} runs them again.\n`);

export default defineConfig({
  resolve: { conditions: [SOURCE] },
  ssr: { resolve: { conditions: [SOURCE], externalConditions: [SOURCE] } },
  test: {
    include: [
      'packages/*/{src,test}/**/*.test.ts',
      'plugins/*/{src,test}/**/*.test.ts',
      'test/service/**/*.test.ts',
      'benchmarks/*/*.test.ts',
    ],
    exclude: ['**/*.long.test.ts', '**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    globalSetup: [fileURLToPath(new URL('.ci/prepare-database.ts', import.meta.url))],
    setupFiles: [fileURLToPath(new URL('.ci/seed-random-tests.ts', import.meta.url))],
    execArgv: [`--conditions=${SOURCE}`],
    env: {
      PARLANCE_TEST_SEED: seed,
      // Commands, servers and workers that tests start read the TypeScript sources: compiled once, they start twice as fast.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/parlance-compiled', import.meta.url)),
    },
    // Against tests that hang; a machine that others share may take ten times as long as an idle one.
    testTimeout: 240_000,
    hookTimeout: 180_000,
    // What is waited for comes; its second may be long on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    // Neural voices never say a sentence twice the same, and CI machines are shared: what fails there is asked again.
    retry: process.env.CI ? 2 : 0,
  },
});
