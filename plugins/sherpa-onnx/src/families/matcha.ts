import type { SynthesisFamily } from './family.ts';

/** Matcha-TTS: an acoustic model and a separate vocoder. */
export const matcha: SynthesisFamily = {
  roles: ['acousticModel', 'vocoder', 'tokens', 'espeakData'],
  model: ({ acousticModel, vocoder, tokens, espeakData }) => ({
    matcha: { acousticModel, vocoder, tokens, dataDir: espeakData },
  }),
  // Its durations are rounded up like those of VITS, and it also has blanks between symbols. Not measured.
  pace: { frameSamples: 256, fixedFramesPerLetter: 1.45 },
};
