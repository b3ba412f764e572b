import { beforeAll } from 'vitest';
import { ACTIVE_MUTANT } from './active-mutant.ts';

/** What Stryker keeps in the thread that runs the tests. */
interface Told {
  /** Absent in the first run, on unchanged code. */
  readonly activeMutant?: string;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

const MOST_MUTANTS = 20_000;
/** Above the number of times that a mutant may be met, so that none counts as an endless loop. */
const OFTEN = 1e9;

beforeAll(() => {
  const told = (globalThis as { __stryker__?: Told }).__stryker__ ?? {};
  // Stryker tells this thread alone. Processes and threads that a test starts learn it from their environment.
  if (told.activeMutant === undefined) delete process.env[ACTIVE_MUTANT];
  else process.env[ACTIVE_MUTANT] = told.activeMutant;
  // Nor does it hear what they run: where that counts, each test may meet each mutant.
  if (process.env.PARLANCE_MUTANTS_IN_CHILDREN !== undefined && told.activeMutant === undefined)
    told.mutantCoverage = { static: everyMutant(), perTest: {} };
});

function everyMutant(): Record<string, number> {
  return Object.fromEntries(Array.from({ length: MOST_MUTANTS }, (_, id) => [String(id), OFTEN]));
}
