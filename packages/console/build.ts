/** Builds the web pages into `dist/pages`. Runs at installation, at `npm start`, and for publishing. */
import { buildPages } from './build-pages.ts';

const startMs = performance.now();
const { fileCount } = await buildPages();
console.error(`web pages: ${fileCount} files built in ${Math.round(performance.now() - startMs)} ms`);
