import { defineConfig } from 'tsup';

/** The worker runs in separate threads, so it needs its own entry. */
export default defineConfig({
  entry: { index: 'src/index.ts', worker: 'src/worker.ts' },
  format: ['esm'],
  target: 'node22',
  dts: { entry: { index: 'src/index.ts' } },
  sourcemap: true,
  clean: true,
});
