import { describeSynthesisEngine } from '@parlance/testkit/vitest';
import { openEngine } from './open-engine.ts';

describeSynthesisEngine('flite', { create: () => openEngine({ threads: 2 }) });
