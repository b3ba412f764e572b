import type { SynthesisFamily } from './family.ts';

/** Matcha-TTS: an acoustic model and a vocoder beside it. */
export const matcha: SynthesisFamily = {
  roles: ['acousticModel', 'vocoder', 'tokens', 'espeakData'],
  model: ({ acousticModel, vocoder, tokens, espeakData }) => ({
    matcha: { acousticModel, vocoder, tokens, dataDir: espeakData },
  }),
  // Its durations are rounded up as those of VITS are, and blanks stand between its symbols too. Not measured.
  pace: { frameSamples: 256, fixedFramesPerLetter: 1.45 },
};
