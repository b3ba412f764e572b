import { defineConfig } from 'tsup';

/** The worker is run in threads of its own, so it is an entry of its own. */
export default defineConfig({
  entry: { index: 'src/index.ts', worker: 'src/worker.ts' },
  format: ['esm'],
  target: 'node22',
  dts: { entry: { index: 'src/index.ts' } },
  sourcemap: true,
  clean: true,
});
