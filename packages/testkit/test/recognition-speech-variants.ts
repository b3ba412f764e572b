import type { Recognition, RecognitionEngine, RecognizedToken } from '@parlance/core/engine';
import { peak } from '../src/signals/signal-measures.ts';
import { hang, passTime } from './passing-time.ts';
import { answering, answeringAfter, changed, hearing, RATE_HZ, sound } from './sound-recognition.ts';

const SILENCE = 0.01;
const NOTHING: Recognition = { text: '', tokens: [] };

/** Changes each token, which may depend on the others. */
const withTokens = (
  change: (token: RecognizedToken, index: number, tokens: readonly RecognizedToken[]) => RecognizedToken,
) => answering((recognition) => ({ ...recognition, tokens: recognition.tokens.map(change) }));

const mean = (samples: Float32Array): number =>
  samples.reduce((sum, sample) => sum + sample, 0) / Math.max(1, samples.length);

/** @returns the samples up to half a second of silence after speech */
function upToPause(samples: Float32Array): Float32Array {
  let quiet = 0;
  let hasBegun = false;
  const end = samples.findIndex((sample) => {
    const isLoud = Math.abs(sample) > SILENCE;
    hasBegun ||= isLoud;
    quiet = isLoud ? 0 : quiet + 1;
    return hasBegun && quiet > RATE_HZ / 2;
  });
  return end < 0 ? samples : samples.slice(0, end);
}

/** Engines that are broken for some speech, after many segments, or in what they tell about tokens. */
export const SPEECH_VARIANTS: readonly (readonly [string, string, () => RecognitionEngine])[] = [
  ['stops at a pause', 'segment/with-a-pause', hearing(upToPause)],
  [
    'loses the beginning of long segments',
    'segment/longest',
    hearing((samples) => (samples.length > 4 * RATE_HZ ? samples.fill(0, 0, 0.3 * RATE_HZ) : samples)),
  ],
  [
    'loses what is where its windows of two seconds meet',
    'segment/longest',
    hearing((samples) => samples.fill(0, 1.85 * RATE_HZ, 2.15 * RATE_HZ)),
  ],
  [
    'does not hear what is shorter than a second',
    'segment/short',
    hearing((samples) => (samples.length < RATE_HZ ? samples.fill(0) : samples)),
  ],
  [
    'leaves out the last window of half a second unless it is full',
    'segment/heard-to-its-end',
    hearing((samples) => samples.slice(0, Math.floor((2 * samples.length) / RATE_HZ) * (RATE_HZ / 2))),
  ],
  [
    'has a clock that is too fast',
    'tokens/move-with-the-audio',
    withTokens((token) => ({ ...token, startSeconds: 1.05 * (token.startSeconds ?? 0) })),
  ],
  [
    'takes segments that begin alike for the same',
    'segment/other-end',
    changed((engine) => {
      const results = new Map<string, Recognition>();
      return {
        recognize: async (samples, options) => {
          const key = `${samples.length} ${samples.subarray(0, RATE_HZ / 2).join()}`;
          const known = results.get(key) ?? (await engine.recognize(samples, options));
          results.set(key, known);
          return known;
        },
      };
    }),
  ],
  [
    'is deaf to what is far quieter than a click',
    'text/after-a-click',
    hearing((samples) => {
      const least = peak(samples) / 10;
      return samples.map((sample) => (Math.abs(sample) < least ? 0 : sample));
    }),
  ],
  [
    'is deaf with an offset',
    'text/with-an-offset',
    hearing((samples) => (Math.abs(mean(samples)) > 0.005 ? samples.fill(0) : samples)),
  ],
  ['is deaf after fifteen segments', 'memory/segments-released', answeringAfter(15, () => NOTHING)],
  [
    'hangs after four segments that were too long',
    'segment/too-long',
    () => {
      passTime();
      const engine = sound();
      let free = engine.capabilities.concurrency;
      return {
        ...engine,
        recognize: (samples, options) => {
          if (free === 0) return hang();
          if (samples.length > engine.capabilities.maxSegmentSamples) free -= 1;
          return engine.recognize(samples, options);
        },
      };
    },
  ],
  [
    'rounds its times to half seconds',
    'tokens/move-with-the-audio',
    withTokens((token) => ({ ...token, startSeconds: Math.floor((token.startSeconds ?? 0) * 2) / 2 })),
  ],
  [
    'is equally sure of all tokens',
    'tokens/with-their-own-probabilities',
    withTokens((token) => ({ ...token, logProbability: 0 })),
  ],
  [
    'adds its log-probabilities up',
    'tokens/with-their-own-probabilities',
    withTokens((token, index) => ({ ...token, logProbability: -0.1 * (index + 1) })),
  ],
  [
    'ends all tokens with the speech',
    'tokens/within-the-audio',
    withTokens((token, _, tokens) => ({ ...token, endSeconds: (tokens.at(-1)?.startSeconds ?? 0) + 0.2 })),
  ],
  [
    'ends its tokens out of order',
    'tokens/within-the-audio',
    withTokens((token, index) => ({
      ...token,
      endSeconds: (token.startSeconds ?? 0) + (index % 2 === 0 ? 0.4 : 0.1),
    })),
  ],
];
