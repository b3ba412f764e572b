import type { SynthesisFamily } from './family.ts';

/** KittenTTS: a small relative of Kokoro. */
export const kitten: SynthesisFamily = {
  roles: ['model', 'voices', 'tokens', 'espeakData'],
  model: ({ model, voices, tokens, espeakData }) => ({
    kitten: { model, voices, tokens, dataDir: espeakData },
  }),
  pace: { frameSamples: 600, fixedFramesPerLetter: 0 },
};
