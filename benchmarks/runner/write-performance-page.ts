import { writeFileSync } from 'node:fs';
import { PERFORMANCE_PAGE, performancePage } from './performance-page.ts';

writeFileSync(PERFORMANCE_PAGE, await performancePage());
