import type { VoiceActivityDetector } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { peak } from '../src/signals/signal-measures.ts';
import { changed, deafAfter, detecting, streaming } from './sound-voice-activity.ts';

/** Hears only what has a certain level. */
const gated = (isHeard: (level: number) => boolean) =>
  streaming((stream) => ({
    detect: (samples) => stream.detect(isHeard(peak(samples)) ? samples : new Float32Array(samples.length)),
  }));

/** Changes each frame of a stream, in order. */
const replacing = (create: () => (frame: number, count: number) => number) =>
  streaming((stream) => {
    const replace = create();
    let count = 0;
    return {
      detect: async (samples) => (await stream.detect(samples)).map((frame) => replace(frame, count++)),
    };
  });

/** Changes each call of a stream. */
const withCalls = (change: (frames: Float32Array, samples: Float32Array, call: number) => Float32Array) =>
  streaming((stream) => {
    let calls = 0;
    return { detect: async (samples) => change(await stream.detect(samples), samples, calls++) };
  });

/** In frames. */
const A_MINUTE = 1875;

/** Detectors that do not hear speech, or hear it where there is none. */
export const SPEECH_VARIANTS: readonly (readonly [string, string, () => VoiceActivityDetector])[] = [
  ['has no rate', 'frames/declared', changed(() => ({ sampleRateHz: 0 }))],
  ['has frames of half a second', 'frames/declared', changed(() => ({ frameSamples: 8000 }))],
  [
    'cannot be warmed twice',
    'frames/declared',
    changed(() => {
      let isWarm = false;
      return {
        warm: async () => {
          if (isWarm) throw new TypeError('It is warm already.');
          isWarm = true;
        },
      };
    }),
  ],
  [
    'skips every second frame',
    'frames/one-probability-each',
    detecting((frames) => frames.filter((_, i) => i % 2 === 0)),
  ],
  ['returns NaN', 'frames/one-probability-each', detecting((frames) => frames.fill(Number.NaN, 3, 4))],
  [
    'returns percent',
    'frames/one-probability-each',
    detecting((frames) => frames.map((frame) => frame * 100)),
  ],
  [
    'returns a probability without a frame',
    'frames/none',
    detecting((frames) => (frames.length === 0 ? new Float32Array(1) : frames)),
  ],
  [
    'drops samples of an incomplete frame',
    'frames/part-of-one',
    streaming((stream) => ({
      detect: (samples) => stream.detect(samples.slice(0, samples.length - (samples.length % 512))),
    })),
  ],
  [
    'is 200 ms late',
    'speech/at-its-time',
    detecting((frames) => frames.map((_, at) => (at < 7 ? 0 : (frames[at - 7] ?? 0)))),
  ],
  [
    'is 200 ms early',
    'speech/at-its-time',
    detecting((frames) => frames.map((_, at) => frames[at + 7] ?? 0)),
  ],
  [
    'loses the end of speech',
    'speech/at-its-time',
    detecting((frames) => frames.fill(0, Math.max(0, frames.lastIndexOf(1) - 10))),
  ],
  ['is deaf after ten seconds', 'speech/heard-after-a-pause', deafAfter(312)],
  ['is deaf', 'speech/heard', detecting((frames) => frames.fill(0))],
  ['hears speech everywhere', 'silence/not-heard', detecting((frames) => frames.fill(1))],
  [
    'hears only every second frame',
    'speech/heard',
    detecting((frames) => frames.map((frame, at) => (at % 2 === 0 ? frame : 0))),
  ],
  ['hears no quiet speech', 'speech/heard-at-any-level', gated((level) => level > 0.1)],
  ['hears no loud speech', 'speech/heard-at-any-level', gated((level) => level < 0.8)],
  [
    'takes for noise what goes on for five seconds',
    'speech/heard-for-long',
    streaming((stream) => {
      let voiced = 0;
      return {
        detect: async (samples) =>
          (await stream.detect(samples)).map((frame) => {
            voiced = frame === 1 ? voiced + 1 : 0;
            return voiced > 156 ? 0 : frame;
          }),
      };
    }),
  ],
  [
    'takes for noise what it hears first',
    'speech/heard-from-the-first-sample',
    streaming((stream) => {
      let first: number | undefined;
      return {
        detect: async (samples) =>
          (await stream.detect(samples)).map((frame) => {
            first ??= frame;
            return first === 1 ? 0 : frame;
          }),
        reset: async () => {
          first = undefined;
        },
      };
    }),
  ],
  [
    'is deaf to what is far quieter than earlier speech',
    'speech/heard-after-louder',
    streaming((stream) => {
      let most = 0;
      return {
        detect: (samples) => {
          most = Math.max(most, peak(samples));
          return stream.detect(samples.map((sample) => (Math.abs(sample) < most / 10 ? 0 : sample)));
        },
      };
    }),
  ],
  [
    'is deaf with an offset',
    'speech/heard-with-an-offset',
    streaming((stream) => ({
      detect: (samples) => {
        const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
        return stream.detect(Math.abs(mean) > 0.005 ? new Float32Array(samples.length) : samples);
      },
    })),
  ],
  ['is deaf after a minute', 'speech/heard-after-a-pause', deafAfter(A_MINUTE)],
  [
    'returns a list that is no Float32Array',
    'frames/one-probability-each',
    streaming((stream) => ({
      detect: async (samples) => [...(await stream.detect(samples))] as unknown as Float32Array,
    })),
  ],
  [
    'detects nothing more on a stream to which an incomplete frame was passed',
    'frames/part-of-one',
    streaming((stream) => {
      let isBroken = false;
      return {
        detect: async (samples) => {
          isBroken ||= samples.length % 512 > 0;
          if (isBroken) throw new SpeechError('INVALID_INPUT', 'The frame is incomplete.');
          return stream.detect(samples);
        },
      };
    }),
  ],
  [
    'returns NaN for what is almost digital silence',
    'silence/not-heard',
    withCalls((frames, samples) =>
      peak(samples) > 0 && peak(samples) < 1e-5 ? frames.fill(Number.NaN) : frames,
    ),
  ],
  [
    'is deaf to the first half second after a long silence',
    'speech/heard-after-a-pause',
    replacing(() => {
      let [silent, asleep] = [0, 0];
      return (frame) => {
        if (frame === 0) silent += 1;
        else if (silent > 312) asleep = 15;
        if (frame === 1) silent = 0;
        return frame === 1 && asleep-- > 0 ? 0 : frame;
      };
    }),
  ],
  [
    'takes everything for the noise of the room after a minute of it',
    'speech/heard-after-a-pause',
    streaming((stream) => {
      let noisy = 0;
      return {
        detect: async (samples) => {
          const frames = await stream.detect(samples);
          return frames.map((frame, at) => {
            const level = peak(samples.subarray(at * 512, (at + 1) * 512));
            if (level > 0.0001 && level < 0.002) noisy += 1;
            return noisy > 1500 ? 0 : frame;
          });
        },
      };
    }),
  ],
  [
    'detects only the first 256 frames of a call',
    'speech/heard-for-long',
    detecting((frames) => frames.map((frame, at) => (at < 256 ? frame : 0))),
  ],
  [
    'is deaf after a thousand calls',
    'speech/heard-for-long',
    withCalls((frames, _, call) => (call < 1000 ? frames : frames.fill(0))),
  ],
  [
    'is deaf after a minute of speech',
    'speech/heard-for-long',
    replacing(() => {
      let voiced = 0;
      return (frame) => {
        voiced += frame;
        return voiced > A_MINUTE ? 0 : frame;
      };
    }),
  ],
  [
    'takes a second of silence after a long sentence for speech',
    'speech/heard-for-long',
    replacing(() => {
      let [voiced, left] = [0, 0];
      return (frame) => {
        voiced = frame === 1 ? voiced + 1 : 0;
        if (frame === 1) left = voiced > 150 ? 31 : 0;
        return frame === 1 || left-- > 0 ? 1 : 0;
      };
    }),
  ],
];
