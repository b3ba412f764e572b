import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Engines load, crash and restart in these tests: against those that hang, not those that are slow.
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000 },
});
