import { defineConfig } from 'vitest/config';

/** What is published, as a user gets it, and the container: apart from the unit tests, since everything is built and installed first. */
export default defineConfig({
  test: {
    include: ['test/{packages,container}/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 600_000,
    // One builds the image, the others install packages: neither needs more than a core most of the time.
    maxWorkers: 2,
  },
});
