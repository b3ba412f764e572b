import { defineConfig } from 'vitest/config';

/** What is published, as a user gets it: apart from the unit tests, since it builds, packs and installs everything first. */
export default defineConfig({
  test: {
    include: ['test/packages/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
