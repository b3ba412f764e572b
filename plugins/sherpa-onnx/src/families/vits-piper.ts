import type { SynthesisFamily } from './family.ts';

/**
 * The model's own 0.8 makes the length of a short text differ by up to a third from one run to the next ("What time is
 * it?": 13 % standard deviation over 24 runs). At 0.3 it is 2 %, and the melody still lives.
 */
const NOISE_SCALE_W = 0.3;

/** VITS with eSpeak phonemes, as Piper trains them. */
export const vitsPiper: SynthesisFamily = {
  roles: ['model', 'tokens', 'espeakData'],
  model: ({ model, tokens, espeakData }) => ({
    vits: { model, tokens, dataDir: espeakData, noiseScaleW: NOISE_SCALE_W },
  }),
  // Fitted to joe: 14 texts at 7 speeds; the fixed part is 1.45 frames a letter within 10 % for letters and 7 letters a digit.
  pace: { frameSamples: 256, fixedFramesPerLetter: 1.45 },
};
