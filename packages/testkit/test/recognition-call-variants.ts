import type {
  EngineCallOptions,
  Recognition,
  RecognitionEngine,
  RecognizedToken,
} from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import {
  answering,
  changed,
  hearing,
  open,
  RATE_HZ,
  sound,
  WORD_SECONDS,
  worker,
} from './sound-recognition.ts';

const NOTHING: Recognition = { text: '', tokens: [] };
const SILENCE = 0.01;

type Recognize = RecognitionEngine['recognize'];

/** Changes what is recognized in silence. */
const inSilence = (change: (recognition: Recognition, last: Recognition, seconds: number) => Recognition) =>
  changed((engine) => {
    let last = NOTHING;
    return {
      recognize: async (samples, options) => {
        const seconds = samples.length / RATE_HZ;
        const recognition = await engine.recognize(samples, options);
        if (recognition.text === '' && seconds > 0) return change(recognition, last, seconds);
        last = recognition;
        return recognition;
      },
    };
  });

const withTokens = (change: (token: RecognizedToken) => RecognizedToken) =>
  answering((recognition) => ({ ...recognition, tokens: recognition.tokens.map(change) }));

/** Its result of a segment during which `count` grows is lost. */
const losingWhile = (change: (engine: RecognitionEngine, grow: () => void) => Partial<RecognitionEngine>) =>
  changed((engine) => {
    let count = 0;
    const grow = (): void => {
      count += 1;
    };
    return {
      ...change(engine, grow),
      recognize: (samples, options) => {
        const before = count;
        const recognize = async (): Promise<Recognition> => {
          const recognition = await engine.recognize(samples, options);
          return count > before ? NOTHING : recognition;
        };
        return worker.during(recognize());
      },
    };
  });

/** Makes each call with changed options. */
const calling = (change: (options: EngineCallOptions) => EngineCallOptions) =>
  changed((engine) => ({
    recognize: async (samples, options = {}) => engine.recognize(samples, change(options)),
  }));

/** The engines of one plugin, which the close of one closes. */
function closingAll(): () => RecognitionEngine {
  const engines = new Set<RecognitionEngine>();
  return () => {
    const engine = sound();
    engines.add(engine);
    const close = async (): Promise<void> => {
      for (const one of engines) await one.close();
      engines.clear();
    };
    return { ...engine, close };
  };
}

/** Returns the result of an aborted segment with the next call. */
function lateAnswers(engine: RecognitionEngine): { readonly recognize: Recognize } {
  let late: Promise<Recognition> | undefined;
  return {
    recognize: async (samples, options) => {
      const copy = samples.slice();
      const earlier = late;
      late = undefined;
      try {
        const recognition = await engine.recognize(samples, options);
        return (await earlier) ?? recognition;
      } catch (error) {
        if (SpeechError.is(error) && error.code === 'ABORTED') late = engine.recognize(copy);
        throw error;
      }
    },
  };
}

/** Returns nothing after a segment that was aborted when a worker had taken it. */
function stuckAfterStart(engine: RecognitionEngine): { readonly recognize: Recognize } {
  let isStuck = false;
  return {
    recognize: async (samples, options = {}) => {
      const wasStuck = isStuck;
      isStuck = false;
      options.onStart?.();
      try {
        const recognition = await engine.recognize(samples, options);
        return wasStuck ? NOTHING : recognition;
      } catch (error) {
        isStuck = options.onStart !== undefined;
        throw error;
      } finally {
        options.onEnd?.();
      }
    },
  };
}

/** Only the latest call with a place in the queue counts, of whatever series it is. */
function oneSeries(engine: RecognitionEngine): { readonly recognize: Recognize } {
  let latest = new AbortController();
  return {
    recognize: async (samples, options = {}) => {
      if (options.latestOf === undefined) return engine.recognize(samples, options);
      latest.abort();
      latest = new AbortController();
      return engine.recognize(samples, { ...options, signal: latest.signal });
    },
  };
}

/** Engines that are broken for some options, silences or numbers of calls, or after something else happened. */
export const CALL_VARIANTS: readonly (readonly [string, string, () => RecognitionEngine])[] = [
  [
    'returns eight tokens at most',
    'tokens/spell-the-text',
    answering((recognition) => ({ ...recognition, tokens: recognition.tokens.slice(0, 8) })),
  ],
  [
    'has one result for segments of the same length at the same time',
    'parallel/as-alone',
    changed((engine) => {
      const results = new Map<number, Recognition>();
      return {
        recognize: async (samples, options) => {
          const { length } = samples;
          results.set(length, await engine.recognize(samples, options));
          await new Promise(setImmediate);
          return results.get(length) ?? NOTHING;
        },
      };
    }),
  ],
  ['answers the next segment with one that was aborted', 'segment/same-after-anything', changed(lateAnswers)],
  [
    'returns nothing after a segment that was aborted when it had started',
    'segment/same-after-anything',
    changed(stuckAfterStart),
  ],
  [
    'makes up words in long silence',
    'segment/silence',
    inSilence((recognition, _, seconds) =>
      seconds > 3 ? { ...recognition, text: 'Thank you.' } : recognition,
    ),
  ],
  [
    'reports a language without a name in silence',
    'segment/silence',
    inSilence((recognition) => ({ ...recognition, language: '' })),
  ],
  [
    'repeats its last tokens in silence',
    'segment/silence',
    inSilence((recognition, { tokens }) => ({ ...recognition, tokens })),
  ],
  [
    'stops at a pause of a second',
    'segment/with-a-pause',
    hearing((samples) => {
      const pauseSamples = 0.9 * RATE_HZ;
      let quiet = 0;
      const pauseEnd = samples.findIndex((sample, at) => {
        quiet = Math.abs(sample) > SILENCE ? 0 : quiet + 1;
        return quiet > pauseSamples && at > quiet;
      });
      return pauseEnd < 0 ? samples : samples.slice(0, pauseEnd);
    }),
  ],
  [
    'loses what is at full scale',
    'text/clipped',
    hearing((samples) => samples.map((sample) => (Math.abs(sample) >= 1 ? 0 : sample))),
  ],
  [
    'ends its tokens long after the next ones have begun',
    'tokens/within-the-audio',
    withTokens((token) => ({ ...token, endSeconds: (token.startSeconds ?? 0) + 0.5 })),
  ],
  [
    'leaves pauses out of its times',
    'tokens/after-a-pause',
    answering((recognition) => ({
      ...recognition,
      tokens: recognition.tokens.map((token, index, [first]) => ({
        ...token,
        startSeconds: (first?.startSeconds ?? 0) + index * WORD_SECONDS,
      })),
    })),
  ],
  [
    'tells probabilities in percent',
    'tokens/with-their-own-probabilities',
    withTokens((token) => ({ ...token, logProbability: -100 * Math.exp(token.logProbability ?? 0) })),
  ],
  ['takes all series for one', 'calls/any-options', changed(oneSeries)],
  [
    'knows only one lane',
    'calls/any-options',
    calling((options) => {
      if (options.lane === 'batch') throw new SpeechError('ENGINE_FAILED', 'There is no such lane.');
      return options;
    }),
  ],
  [
    'changes the options of a stream',
    'calls/any-options',
    changed((engine) => ({
      openStream: async (options) => open(engine, options && Object.assign(options, { lane: 'first' })),
    })),
  ],
  [
    'loses a segment while it is warmed',
    'calls/undisturbed',
    losingWhile((engine, grow) => ({
      warm: async () => {
        grow();
        await engine.warm();
      },
    })),
  ],
  ['closes with another engine', 'calls/undisturbed', closingAll()],
  [
    'loses all but the first segment that comes while it loads again',
    'calls/undisturbed',
    changed((engine) => {
      let state: 'loaded' | 'unloaded' | 'loading' = 'loaded';
      return {
        unload: async () => {
          state = 'unloaded';
          await engine.unload?.();
        },
        recognize: async (samples, options) => {
          const isLost = state === 'loading';
          if (state === 'unloaded') {
            state = 'loading';
            setImmediate(() => {
              state = 'loaded';
            });
          }
          const recognition = await engine.recognize(samples, options);
          return isLost ? NOTHING : recognition;
        },
      };
    }),
  ],
];
