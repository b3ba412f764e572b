import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import base from '../../vitest.config.ts';

/** The file that failed for the mutant before is likely to fail for this one; then those that take the least time. */
class QuickestFailureFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const costOf = (file: TestSpecification): number => {
      const last = this.ctx.cache.getTestSpecificationResult(file);
      return last === undefined ? Number.POSITIVE_INFINITY : last.failed ? -1 : last.duration;
    };
    return [...files].sort((one, other) => costOf(one) - costOf(other));
  }
}

/** The unit tests of one package or folder, in threads: Stryker tells the process that it talks to which mutant is on. */
const config: ViteUserConfig = {
  ...base,
  test: {
    ...base.test,
    include: process.env.PARLANCE_MUTANTS_TESTS?.split(' '),
    setupFiles: [
      ...(base.test?.setupFiles ?? []),
      fileURLToPath(new URL('short-properties.ts', import.meta.url)),
      fileURLToPath(new URL('tell-children.ts', import.meta.url)),
    ],
    retry: 0,
    // The thread of each mutant loads its modules once, not once for each test file: a quarter of the time.
    isolate: process.env.PARLANCE_MUTANTS_ISOLATED !== undefined,
    sequence: { sequencer: QuickestFailureFirst },
    // What a mutant keeps from coming is waited for in vain: thousands of them cannot each take a minute.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 5_000 } },
  },
};
export default config;
