import { describeSynthesisEngine } from '@parlance/testkit/vitest';
import { fakeSynthesisEngine } from '../src/fakes/fake-synthesis-engine.ts';
import { fakeVoice } from '../src/fakes/fake-voice.ts';

const voices = [
  fakeVoice({ code: 'plain' }),
  fakeVoice({ code: 'narrow', nativeRateHz: 8000 }),
  fakeVoice({ code: 'lively', nativeRateHz: 22_050, supportsEmphasis: true, sounds: ['a', 'o', 't'] }),
];

describeSynthesisEngine('the fake, whole units', { create: () => fakeSynthesisEngine({ voices }) });

describeSynthesisEngine('the fake, in chunks', {
  create: () => fakeSynthesisEngine({ voices, script: { chunkSamples: 512 } }),
});
