import type { RecognitionFamily } from './family.ts';

/** Whisper. It processes at most 30 s; the addon silently cuts longer input off. */
export const whisper: RecognitionFamily = {
  roles: ['encoder', 'decoder', 'tokens'],
  model: ({ encoder, decoder }, { language }) => ({
    whisper: { encoder, decoder, language: language ?? '', task: 'transcribe' },
  }),
  // The addon adds its own tail of silence inside the 30 s.
  limits: { maxSamples: 29 * 16_000, leadSamples: 0, tailSamples: 0 },
  logProbabilities: false,
  tokenTimes: false,
  punctuated: true,
};
