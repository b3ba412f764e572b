import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PERFORMANCE_PAGE, performancePage } from './performance-page.ts';

it('docs/performance.md is made of the committed results; npm run performance writes it', async () => {
  expect(readFileSync(PERFORMANCE_PAGE, 'utf8')).toBe(await performancePage());
});
