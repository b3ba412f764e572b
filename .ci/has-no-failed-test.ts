/** Exits with 0 when a suite's JSON report is there and names no failed test. */
import { existsSync, readFileSync } from 'node:fs';

const [path = ''] = process.argv.slice(2);
const report: { numPassedTests: number; numFailedTests: number } | undefined = existsSync(path)
  ? JSON.parse(readFileSync(path, 'utf8'))
  : undefined;
const isCrash = report !== undefined && report.numPassedTests > 0 && report.numFailedTests === 0;
process.exitCode = isCrash ? 0 : 1;
