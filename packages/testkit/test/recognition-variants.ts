import type { Recognition, RecognitionEngine, RecognizedToken } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { peak } from '../src/signals/signal-measures.ts';
import { failAtReason } from './abort-reason-mutants.ts';
import { listenForEver } from './busy.ts';
import { hang, passTime } from './passing-time.ts';
import { answering, answeringAfter, changed, open, RATE_HZ, sound, streaming } from './sound-recognition.ts';

/** 50 ms. */
const LOST_SAMPLES = 800;
const withoutEnd = (samples: Float32Array): Float32Array => samples.slice(0, -LOST_SAMPLES);

/** Changes the segments after one that failed in a certain way. */
const damagedAfter = (code: string, change: (samples: Float32Array) => Float32Array) =>
  changed((engine) => {
    let isDamaged = false;
    return {
      recognize: async (samples, options) => {
        try {
          return await engine.recognize(isDamaged ? change(samples) : samples, options);
        } catch (error) {
          isDamaged ||= SpeechError.is(error) && error.code === code;
          throw error;
        }
      },
    };
  });

/** Changes each token. */
const withTokens = (change: (token: RecognizedToken) => RecognizedToken) =>
  answering((recognition) => ({ ...recognition, tokens: recognition.tokens.map(change) }));

/** Broken engines that differ from others in degree: in long segments, after one event, in parallel, on streams only. */
export const RECOGNITION_VARIANTS: readonly (readonly [string, string, () => RecognitionEngine])[] = [
  [
    'truncates long segments',
    'segment/longest',
    changed((engine) => ({
      recognize: (samples, options) => engine.recognize(samples.slice(0, 3 * RATE_HZ), options),
    })),
  ],
  [
    'loses the middle of long segments',
    'segment/longest',
    changed((engine) => ({
      recognize: (samples, options) => {
        const lossy = samples.slice();
        if (samples.length >= 5 * RATE_HZ) lossy.fill(0, samples.length * 0.3, samples.length * 0.7);
        return engine.recognize(lossy, options);
      },
    })),
  ],
  [
    'reads the whole buffer of a view',
    'segment/view-of-a-buffer',
    changed((engine) => ({
      recognize: (samples, options) =>
        engine.recognize(new Float32Array(samples.buffer as ArrayBuffer), options),
    })),
  ],
  [
    'returns another text from the fourth segment on',
    'segment/same-again',
    answeringAfter(3, (recognition) => ({ ...recognition, text: `${recognition.text} Thank you.` })),
  ],
  ['loses 50 ms after an abort', 'segment/same-after-anything', damagedAfter('ABORTED', withoutEnd)],
  [
    'loses the first 50 ms after a segment that was too long',
    'segment/same-after-anything',
    damagedAfter('INVALID_INPUT', (samples) => samples.slice(LOST_SAMPLES)),
  ],
  [
    'does not load again after unloading',
    'segment/same-after-anything',
    changed((engine) => ({ unload: () => engine.close() })),
  ],
  [
    'begins with the end of the segment before',
    'segment/same-after-anything',
    changed((engine) => {
      let before = new Float32Array();
      return {
        recognize: (samples, options) => {
          const joined = Float32Array.from([...before, ...samples]);
          before = samples.slice(-LOST_SAMPLES);
          return engine.recognize(joined, options);
        },
      };
    }),
  ],
  [
    'loses the last 50 ms of parallel segments',
    'parallel/as-alone',
    changed((engine) => {
      let running = 0;
      return {
        recognize: async (samples, options) => {
          running += 1;
          try {
            return await engine.recognize(running > 1 ? withoutEnd(samples) : samples, options);
          } finally {
            running -= 1;
          }
        },
      };
    }),
  ],
  [
    'makes up words in the silence after speech',
    'text/known',
    changed((engine) => ({
      recognize: async (samples, options) => {
        const isSilent = samples.slice(-RATE_HZ / 4).every((sample) => sample === 0);
        const recognition = await engine.recognize(samples, options);
        if (!isSilent || recognition.text === '') return recognition;
        return { ...recognition, text: `${recognition.text} Thank you.` };
      },
    })),
  ],
  [
    'hears no quiet speech',
    'text/any-level',
    changed((engine) => ({
      recognize: (samples, options) =>
        engine.recognize(peak(samples) > 0.1 ? samples : samples.fill(0), options),
    })),
  ],
  [
    'loses what is loud',
    'text/any-level',
    changed((engine) => ({
      recognize: (samples, options) =>
        engine.recognize(
          samples.map((sample) => (Math.abs(sample) > 0.8 ? 0 : sample)),
          options,
        ),
    })),
  ],
  [
    'repeats its last result in silence',
    'segment/silence',
    changed((engine) => {
      let last: Recognition = { text: '', tokens: [] };
      return {
        recognize: async (samples, options) => {
          const recognition = await engine.recognize(samples, options);
          if (recognition.text !== '') last = recognition;
          return last;
        },
      };
    }),
  ],
  [
    'says everything twice in long segments',
    'segment/longest',
    changed((engine) => ({
      recognize: async (samples, options) => {
        const isLong = samples.length > 4 * RATE_HZ;
        const recognition = await engine.recognize(samples, options);
        return isLong ? { ...recognition, text: `${recognition.text} ${recognition.text}` } : recognition;
      },
    })),
  ],
  [
    'uses one object for all its results',
    'parallel/as-alone',
    changed((engine) => {
      const result: Recognition = { text: '', tokens: [] };
      return {
        recognize: async (samples, options) =>
          Object.assign(result, await engine.recognize(samples, options)),
      };
    }),
  ],
  [
    'takes an abort with a reason for a failure',
    'abort/during',
    changed((engine) => ({
      recognize: (samples, options) =>
        engine.recognize(samples, options).catch(failAtReason(options?.signal)),
    })),
  ],
  [
    'joins its words',
    'text/known',
    answering((recognition) => ({ ...recognition, text: recognition.text.replaceAll(' ', '') })),
  ],
  [
    'loses its capitals',
    'text/punctuated',
    answering((recognition) => ({ ...recognition, text: recognition.text.toLowerCase() })),
  ],
  [
    'loses its punctuation',
    'text/punctuated',
    answering((recognition) => ({ ...recognition, text: recognition.text.replaceAll('.', '') })),
  ],
  [
    'reports the name of a language',
    'text/language',
    answering((recognition) => ({ ...recognition, language: 'English' })),
  ],
  [
    'reports a language that it does not declare',
    'text/language',
    answering((recognition) => ({ ...recognition, language: 'fr' })),
  ],
  [
    'declares times but returns no tokens',
    'tokens/as-declared',
    answering((recognition) => ({ ...recognition, tokens: [] })),
  ],
  [
    'returns an infinite log-probability',
    'tokens/as-declared',
    withTokens((token) => ({ ...token, logProbability: Number.NEGATIVE_INFINITY })),
  ],
  [
    'ends its tokens before they begin',
    'tokens/as-declared',
    withTokens((token) => ({ ...token, endSeconds: (token.startSeconds ?? 0) - 0.1 })),
  ],
  [
    'ends its tokens after the audio',
    'tokens/within-the-audio',
    withTokens((token) => ({ ...token, endSeconds: (token.startSeconds ?? 0) + 10 })),
  ],
  [
    'begins all tokens with the first',
    'tokens/within-the-audio',
    withTokens((token) => ({ ...token, startSeconds: 0 })),
  ],
  [
    'has no interim texts',
    'stream/known-text',
    streaming((stream) => ({
      accept: async (samples) => {
        await stream.accept(samples);
        return { text: '', tokens: [] };
      },
    })),
  ],
  [
    'loses the second half of each utterance on a stream',
    'stream/known-text',
    streaming((stream) => ({
      endUtterance: async () => {
        const recognition = await stream.endUtterance();
        const words = recognition.text.split(' ');
        return { ...recognition, text: words.slice(0, words.length / 2).join(' ') };
      },
    })),
  ],
  [
    'continues the utterance of a stream that was closed',
    'stream/utterances-apart',
    changed((engine) => {
      const left: Float32Array[] = [];
      return {
        openStream: async (options) => {
          const stream = await open(engine, options);
          for (const samples of left.splice(0)) await stream.accept(samples);
          const heard: Float32Array[] = [];
          return {
            accept: (samples) => {
              heard.push(samples.slice());
              return stream.accept(samples);
            },
            endUtterance: () => {
              heard.length = 0;
              return stream.endUtterance();
            },
            close: () => {
              left.push(...heard);
              return stream.close();
            },
          };
        },
      };
    }),
  ],
  [
    'closes all streams at the abort of one',
    'stream/aborted',
    changed((engine) => {
      const closers: (() => Promise<void>)[] = [];
      return {
        openStream: async (options) => {
          options?.signal?.addEventListener('abort', () => {
            for (const close of closers) void close();
          });
          const stream = await open(engine, options);
          closers.push(stream.close);
          return stream;
        },
      };
    }),
  ],
  [
    'keeps the audio of its streams',
    'memory/streams-released',
    changed((engine) => {
      const kept: Float32Array[] = [];
      return {
        openStream: async (options) => {
          const stream = await open(engine, options);
          return {
            ...stream,
            accept: (samples) => {
              kept.push(samples);
              return stream.accept(samples);
            },
          };
        },
      };
    }),
  ],
  [
    'keeps numbers of every segment',
    'memory/segments-released',
    changed((engine) => {
      const kept: number[][] = [];
      return {
        recognize: (samples, options) => {
          kept.push(Array.from(samples.subarray(0, samples.length / 4)));
          return engine.recognize(samples, options);
        },
      };
    }),
  ],
  [
    'keeps listening for the abort of a stream',
    'abort/no-listener-left',
    changed((engine) => ({
      openStream: (options) => {
        listenForEver(options?.signal);
        return open(engine, options);
      },
    })),
  ],
  [
    'listens only for the last call with a signal',
    'abort/queued',
    changed((engine) => ({
      recognize: (samples, { signal } = {}) => {
        const aborted = Promise.withResolvers<never>();
        if (signal) signal.onabort = () => aborted.reject(SpeechError.aborted(signal));
        return Promise.race([engine.recognize(samples), aborted.promise]);
      },
    })),
  ],
  [
    'fails on a segment of a single sample',
    'segment/empty',
    changed((engine) => ({
      recognize: async (samples, options) => {
        if (samples.length === 1) throw new SpeechError('ENGINE_FAILED', 'The model needs more samples.');
        return engine.recognize(samples, options);
      },
    })),
  ],
  [
    'hangs when it is aborted',
    'abort/during',
    () => {
      passTime();
      const engine = sound();
      return {
        ...engine,
        recognize: async (samples, options) => {
          const recognition = await engine.recognize(samples);
          return options?.signal?.aborted ? hang() : recognition;
        },
      };
    },
  ],
  [
    'never reports the end of a segment',
    'calls/started-and-ended',
    () => {
      passTime();
      const engine = sound();
      return {
        ...engine,
        recognize: (samples, options) => {
          options?.onStart?.();
          return engine.recognize(samples, options);
        },
      };
    },
  ],
];
