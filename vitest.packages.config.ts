import { defineConfig } from 'vitest/config';
import { requireNode } from './.ci/require-node.ts';

requireNode();

/** What is published, as a user gets it, and the container: apart from the unit tests, since everything is built and installed first. */
export default defineConfig({
  test: {
    include: ['test/{packages,container}/**/*.test.ts'],
    // Against tests that hang: on a machine that others share, a first call of a neural voice was seen to take two minutes.
    testTimeout: 600_000,
    hookTimeout: 1_200_000,
    // One builds the image, the others install packages: neither needs more than a core most of the time.
    maxWorkers: 2,
  },
});
