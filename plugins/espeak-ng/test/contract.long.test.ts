import { describeSynthesisEngine } from '@parlance/testkit/vitest';
import { openEngine } from './open-engine.ts';

describeSynthesisEngine('espeak-ng', {
  create: () => openEngine({ threads: 2 }),
  traits: {
    // Languages with other letters spell some of its words or switch to English for them.
    charsPerSecond: { min: 5, max: 25 },
    // Most of the languages have names for emoji.
    unspeakable: ['...', '?!', '\u2026', '\u200b'],
  },
});
