import type { ViteUserConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** The unit tests of one package, in threads: a mutant is chosen in the process that Stryker talks to. */
const config: ViteUserConfig = {
  ...base,
  test: {
    ...base.test,
    include: [`packages/${process.env.PARLANCE_MUTANTS_OF}/{src,test}/**/*.test.ts`],
    retry: 0,
  },
};
export default config;
