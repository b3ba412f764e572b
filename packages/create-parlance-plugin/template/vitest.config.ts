import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Engines load, crash and restart in these tests. The timeout is for tests that hang, not for slow ones.
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000 },
});
