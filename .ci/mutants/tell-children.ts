import { beforeAll } from 'vitest';
import { ACTIVE_MUTANT } from './active-mutant.ts';

// Stryker tells this thread alone. Processes and threads that a test starts learn it from their environment.
beforeAll(() => {
  const { activeMutant } = (globalThis as { __stryker__?: { activeMutant?: string } }).__stryker__ ?? {};
  if (activeMutant === undefined) delete process.env[ACTIVE_MUTANT];
  else process.env[ACTIVE_MUTANT] = activeMutant;
});
