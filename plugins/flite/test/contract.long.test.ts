import { killChildProcesses } from '@parlance/testkit';
import { describeSynthesisEngine } from '@parlance/testkit/vitest';
import { openEngine } from './open-engine.ts';

describeSynthesisEngine('flite', {
  create: () => openEngine({ threads: 2 }),
  ...(process.platform === 'linux' && { traits: { crashWorker: killChildProcesses } }),
});
