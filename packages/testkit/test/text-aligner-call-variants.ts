import type { AlignedWord, AlignmentTask, TextAligner } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { failAtReason } from './abort-reason-mutants.ts';
import { listenForEver } from './busy.ts';
import { dyingTogether } from './close-mutants.ts';
import { hang, passTime } from './passing-time.ts';
import { asking, changed, NOWHERE, shifted, sound } from './sound-text-aligner.ts';

/** Moves the words of all calls after one that failed in a certain way. */
const movedAfter = (code: string) =>
  changed(({ align }) => {
    let isMoved = false;
    return {
      align: async (...call) => {
        try {
          const words = await align(...call);
          return isMoved ? shifted(0.05)(words) : words;
        } catch (error) {
          isMoved ||= SpeechError.is(error) && error.code === code;
          throw error;
        }
      },
    };
  });

/** More than other cases need in a row. */
const PLACES = 16;
/** The longest speech that the sound aligner accepts. */
const MAX_SECONDS = sound().capabilities.maxSeconds;

/** Moves the words of all calls after some task. */
const lateAfter = (isCause: (task: AlignmentTask) => boolean) =>
  changed(({ align }) => {
    let isLate = false;
    return {
      align: async (task, options) => {
        const wasLate = isLate;
        isLate ||= isCause(task);
        return shifted(wasLate ? 0.05 : 0)(await align(task, options));
      },
    };
  });

/** Aligners that are broken after other calls, among them, or by an abort. */
export const CALL_VARIANTS: readonly (readonly [string, string, () => TextAligner])[] = [
  [
    'depends on earlier calls',
    'speech/same-again',
    changed(({ align }) => {
      let calls = 0;
      return { align: async (...call) => shifted(0.01 * calls++)(await align(...call)) };
    }),
  ],
  [
    'loses a place with each call that it refuses',
    'speech/same-after-anything',
    changed(({ align }) => {
      let places = PLACES;
      return {
        align: async (...call) => {
          if (places <= 0) throw new SpeechError('ENGINE_UNAVAILABLE', 'No worker is free.');
          try {
            return await align(...call);
          } catch (error) {
            places -= 1;
            throw error;
          }
        },
      };
    }),
  ],
  [
    'has one list of times for calls with as many words',
    'parallel/as-alone',
    changed(({ align }) => {
      const lists = new Map<number, readonly AlignedWord[]>();
      return {
        align: async (...call) => {
          const words = await align(...call);
          lists.set(words.length, words);
          await new Promise(setImmediate);
          return lists.get(words.length) ?? words;
        },
      };
    }),
  ],
  ['ignores the signal', 'abort/before', asking((task) => [task])],
  [
    'checks the signal only at the start',
    'abort/during',
    asking((task, options) => (options?.signal?.aborted ? [task, options] : [task])),
  ],
  [
    'takes an abort with a reason for a failure',
    'abort/during',
    changed(({ align }) => ({
      align: (task, options) => align(task, options).catch(failAtReason(options?.signal)),
    })),
  ],
  ['is 50 ms late after an abort', 'speech/same-after-anything', movedAfter('ABORTED')],
  ['is 50 ms late after a refused call', 'speech/same-after-anything', movedAfter('INVALID_INPUT')],
  [
    'is 50 ms late after warming',
    'speech/same-after-anything',
    changed(({ align }) => {
      let isWarm = false;
      return {
        warm: async () => {
          isWarm = true;
        },
        align: async (...call) => shifted(isWarm ? 0.05 : 0)(await align(...call)),
      };
    }),
  ],
  [
    'exchanges the speech of parallel calls',
    'parallel/as-alone',
    changed(({ align }) => {
      const asked: AlignmentTask[] = [];
      return {
        align: async (task, options) => {
          asked.push(task);
          await Promise.resolve();
          return align(asked.pop() ?? task, options);
        },
      };
    }),
  ],
  [
    'closes at an abort after the end',
    'abort/after',
    changed(({ align, close }) => ({
      align: (task, options) => {
        options?.signal?.addEventListener('abort', () => void close());
        return align(task, options);
      },
    })),
  ],
  [
    'keeps listening for an abort',
    'abort/no-listener-left',
    changed(({ align }) => ({
      align: (task, options) => {
        listenForEver(options?.signal);
        return align(task, options);
      },
    })),
  ],
  [
    'hangs when it is aborted',
    'abort/during',
    () => {
      passTime();
      const aligner = sound();
      return {
        ...aligner,
        align: async (task, options) => {
          const words = await aligner.align(task);
          return options?.signal?.aborted ? hang() : words;
        },
      };
    },
  ],
  [
    'never reports the end of a call',
    'calls/started-and-ended',
    () => {
      passTime();
      const aligner = sound();
      return {
        ...aligner,
        align: (task, options) => {
          options?.onStart?.();
          return aligner.align(task, options);
        },
      };
    },
  ],
  [
    'keeps its speech',
    'memory/calls-released',
    changed(({ align }) => {
      const kept: Float32Array[] = [];
      return {
        align: (task, options) => {
          kept.push(task.samples);
          return align(task, options);
        },
      };
    }),
  ],
  [
    'uses one list for all its results',
    'parallel/as-alone',
    changed(({ align }) => {
      const result: AlignedWord[] = [];
      return {
        align: async (...call) => {
          const words = await align(...call);
          result.splice(0, result.length, ...words);
          return result;
        },
      };
    }),
  ],
  [
    'finds nothing after fifteen calls',
    'memory/calls-released',
    changed(({ align }) => {
      let calls = 0;
      return {
        align: async (...call) => {
          calls += 1;
          const words = await align(...call);
          return calls > 15 ? words.map(() => NOWHERE) : words;
        },
      };
    }),
  ],
  [
    'aborts all calls at once',
    'abort/queued',
    changed(({ align }) => {
      const aborts = new Set<AbortController>();
      return {
        align: async (task, { signal } = {}) => {
          const abort = new AbortController();
          aborts.add(abort);
          signal?.addEventListener('abort', () => {
            for (const one of aborts) one.abort();
          });
          return align(task, { signal: abort.signal });
        },
      };
    }),
  ],
  [
    'is 50 ms late after speech that is too long',
    'speech/same-after-anything',
    lateAfter(({ samples, sampleRateHz }) => samples.length > MAX_SECONDS * sampleRateHz),
  ],
  ['ends with the close of another aligner', 'speech/same-after-anything', dyingTogether(sound, 'align')],
  [
    'answers with the times of a call that was aborted',
    'speech/same-after-anything',
    changed(({ align }) => {
      let late: readonly AlignedWord[] | undefined;
      return {
        align: async (task, options) => {
          if (options?.signal?.aborted) throw SpeechError.aborted(options.signal);
          const found = await align(task);
          const before = late;
          late = undefined;
          if (options?.signal?.aborted) {
            late = found;
            throw SpeechError.aborted(options.signal);
          }
          return found.map((word, index) => before?.[index] ?? word);
        },
      };
    }),
  ],
  [
    'is 50 ms late after long speech',
    'speech/same-after-anything',
    lateAfter(({ samples, sampleRateHz }) => samples.length > 10 * sampleRateHz),
  ],
  [
    'uses the rate of the latest call for all',
    'parallel/as-alone',
    changed(({ align }) => {
      let rateHz = 0;
      return {
        align: async (task, options) => {
          rateHz = task.sampleRateHz;
          const found = await align(task, options);
          const factor = task.sampleRateHz / rateHz;
          return found.map(({ startSeconds, endSeconds }) => ({
            startSeconds: startSeconds * factor,
            endSeconds: endSeconds * factor,
          }));
        },
      };
    }),
  ],
  [
    'uses one object for the first word of all its results',
    'parallel/as-alone',
    changed(({ align }) => {
      const first = { ...NOWHERE };
      return {
        align: async (...call) => {
          const found = await align(...call);
          return found.map((word, index) => (index === 0 ? Object.assign(first, word) : word));
        },
      };
    }),
  ],
  [
    'fails in a call during which it is warmed',
    'parallel/as-alone',
    changed(({ align }) => {
      let warmings = 0;
      return {
        warm: async () => {
          warmings += 1;
        },
        align: async (...call) => {
          const before = warmings;
          const found = await align(...call);
          if (warmings > before) throw new SpeechError('ENGINE_FAILED', 'The model was loaded again.');
          return found;
        },
      };
    }),
  ],
];
