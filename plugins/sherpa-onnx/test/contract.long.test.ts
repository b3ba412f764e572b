import { describeSynthesisEngine } from '@parlance/testkit/vitest';
import { describe } from 'vitest';
import { hasModels } from './installed-models.ts';
import { openSynthesis } from './open-engines.ts';

describe.skipIf(!hasModels)('with the installed models', { timeout: 120_000 }, () => {
  describeSynthesisEngine('sherpa-onnx with joe', {
    create: () => openSynthesis(),
    // Joe speaks fast: 20 a second. At 16 kHz it would be 14, at 32 kHz 29.
    traits: { charsPerSecond: { min: 17, max: 24 } },
  });
});
