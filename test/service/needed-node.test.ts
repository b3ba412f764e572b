import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { findNodeTooOld } from '../../.ci/require-node.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Makes a process believe that it runs on the Node that Debian has. */
const OLD_NODE = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })",
)}`;

it.each(['vitest.config.ts', 'vitest.long.config.ts', 'vitest.packages.config.ts'])(
  'the tests of %s say which Node they need, and do not pass on an older one',
  async (config) => {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const options = ['run', '--config', config, 'test/service/no-such.test.ts', '--passWithNoTests'];
    const run = promisify(execFile)(process.execPath, ['--import', OLD_NODE, vitest, ...options], {
      cwd: ROOT,
    });
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Node 24 or later is needed here; this is Node 20.20.2.'),
    });
  },
);

it.each(['24.0.0', '24.21.0', '26.1.0'])('Node %s is new enough', (version) => {
  expect(findNodeTooOld(version)).toBeUndefined();
});
