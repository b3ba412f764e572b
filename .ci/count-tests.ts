/** Sums the JSON reports of all suites into the one closing line that CI reads. */
import { existsSync, readFileSync } from 'node:fs';

interface SuiteReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numFailedTestSuites: number;
}

let passed = 0;
let failed = 0;
let skipped = 0;
for (const path of process.argv.slice(2)) {
  if (!existsSync(path)) {
    // A suite that died before its report counts as one failure, never as none.
    failed += 1;
    continue;
  }
  const report: SuiteReport = JSON.parse(readFileSync(path, 'utf8'));
  passed += report.numPassedTests;
  failed += Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0);
  skipped += report.numPendingTests;
}
if (skipped > 0) console.log(`skipped: ${skipped}, each with its reason above`);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0 || passed === 0) process.exitCode = 1;
