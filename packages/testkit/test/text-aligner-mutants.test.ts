import type { AlignedWord, AlignmentTask, TextAligner, WordRange } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { evaluateTextAligner, TEXT_ALIGNER_CASES } from '../src/conformance/text-aligner/cases.ts';
import { fakeTextAligner } from '../src/fakes/fake-text-aligner.ts';
import { peak } from '../src/signals/signal-measures.ts';
import { failAtReason } from './abort-reason-mutants.ts';
import { listenForEver } from './busy.ts';
import { closeMutants } from './close-mutants.ts';
import { crashSwitch } from './crash-switch.ts';
import { healthMutants } from './health-mutants.ts';
import { listen } from './leaked-channels.ts';
import { hang, passTime } from './passing-time.ts';
import { proveCases } from './prove-cases.ts';
import { unloading } from './unloading.ts';

const worker = crashSwitch();

function sound(): TextAligner {
  const aligner = fakeTextAligner();
  return unloading(
    { ...aligner, align: (task, options) => worker.during(aligner.align(task, options)) },
    'align',
  );
}

const changed = (change: (aligner: TextAligner) => Partial<TextAligner>) => (): TextAligner => {
  const aligner = sound();
  return { ...aligner, ...change(aligner) };
};

const finding = (change: (words: readonly AlignedWord[]) => readonly AlignedWord[]) =>
  changed(({ align }) => ({ align: async (...call) => change(await align(...call)) }));

const asking = (change: (...call: Parameters<TextAligner['align']>) => Parameters<TextAligner['align']>) =>
  changed(({ align }) => ({ align: (...call) => align(...change(...call)) }));

const shifted = (bySeconds: number) => (words: readonly AlignedWord[]) =>
  words.map(({ startSeconds, endSeconds }) => ({
    startSeconds: startSeconds + bySeconds,
    endSeconds: endSeconds + bySeconds,
  }));

const failingClose = (failingCall: number) =>
  changed(({ close }) => {
    let closes = 0;
    return {
      close: async () => {
        closes += 1;
        if (closes === failingCall) throw new TypeError('This close fails.');
        await close();
      },
    };
  });

const NOWHERE: AlignedWord = { startSeconds: 0, endSeconds: 0 };

/** Finds only some words. */
const knowing = (isKnown: (word: string, range: WordRange, text: string) => boolean) =>
  changed(({ align }) => ({
    align: async (task, options) => {
      const found = await align(task, options);
      return task.words.map((range, index) => {
        const word = task.text.slice(range.start, range.end);
        return (isKnown(word, range, task.text) ? found[index] : undefined) ?? NOWHERE;
      });
    },
  }));

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

/** Refuses some tasks. */
const refusing = (isRefused: (task: AlignmentTask) => boolean) =>
  changed(({ align }) => ({
    align: async (task, options) => {
      if (isRefused(task)) throw new SpeechError('ENGINE_FAILED', 'The aligner cannot do this.');
      return align(task, options);
    },
  }));

const MUTANTS: readonly (readonly [string, string, () => TextAligner])[] = [
  ['is 200 ms late', 'words/times', finding(shifted(0.2))],
  [
    'halves the times',
    'words/times',
    finding((words) =>
      words.map((word) => ({ startSeconds: word.startSeconds / 2, endSeconds: word.endSeconds / 2 })),
    ),
  ],
  ['omits the last word', 'words/times', finding((words) => words.slice(0, -1))],
  ['returns the words in reverse order', 'words/times', finding((words) => words.toReversed())],
  [
    'assigns time to a punctuation mark',
    'words/mark-that-stands-alone',
    finding((words) => words.map((word) => ({ ...word, endSeconds: word.endSeconds + 0.05 }))),
  ],
  [
    'finds a word without text',
    'words/none',
    finding((words) => [...words, { startSeconds: 0, endSeconds: 0 }]),
  ],
  [
    'returns NaN for silence',
    'speech/silence',
    finding((words) => words.map((word) => ({ ...word, startSeconds: word.startSeconds || Number.NaN }))),
  ],
  ['goes beyond the end', 'speech/none', finding(shifted(0.01))],
  [
    'depends on earlier calls',
    'speech/same-again',
    changed(({ align }) => {
      let calls = 0;
      return { align: async (...call) => shifted(0.01 * calls++)(await align(...call)) };
    }),
  ],
  [
    'accepts speech of any length',
    'refuses/too-long',
    asking((task, options) => [{ ...task, samples: task.samples.subarray(0, 16_000) }, options]),
  ],
  [
    'accepts any rate',
    'refuses/low-rate',
    asking((task, options) => [{ ...task, sampleRateHz: 16_000 }, options]),
  ],
  [
    'accepts any ranges',
    'refuses/wrong-ranges',
    asking((task, options) => [{ ...task, words: [] }, options]),
  ],
  [
    'treats any language as English',
    'refuses/other-language',
    asking((task, options) => [{ ...task, languageCode: 'en' }, options]),
  ],
  ['ignores the signal', 'abort/before', asking((task) => [task])],
  [
    'checks the signal only at the start',
    'abort/during',
    asking((task, options) => (options?.signal?.aborted ? [task, options] : [task])),
  ],
  ['works after close', 'close/before-call', changed(() => ({ close: async () => undefined }))],
  ['cannot be closed twice', 'close/twice', failingClose(2)],
  ['cannot be closed unused', 'close/unused', failingClose(1)],
  [
    'does not report a crash',
    'worker/crash',
    changed(({ align }) => ({ align: (...call) => align(...call).catch(() => align(...call)) })),
  ],
  [
    'declares no language',
    'capabilities/declared',
    changed(({ capabilities }) => ({ capabilities: { ...capabilities, languages: [] } })),
  ],
  [
    'works on nothing',
    'capabilities/declared',
    changed(({ capabilities }) => ({ capabilities: { ...capabilities, concurrency: 0 } })),
  ],
  [
    'refuses the longest speech that it declares',
    'speech/longest',
    changed(({ align, capabilities }) => ({
      align: async (task, options) => {
        if (task.samples.length >= capabilities.maxSeconds * task.sampleRateHz)
          throw new SpeechError('INVALID_INPUT', 'The speech is too long.');
        return align(task, options);
      },
    })),
  ],
  [
    'takes any rate for 16 kHz',
    'speech/other-rate',
    asking((task, options) => [{ ...task, sampleRateHz: 16_000 }, options]),
  ],
  ['does not know words in capitals', 'words/any-spelling', knowing((word) => /\p{Ll}/u.test(word))],
  ['does not know words with a comma', 'words/any-spelling', knowing((word) => !word.endsWith(','))],
  ['does not know words in quotation marks', 'words/any-spelling', knowing((word) => !/[“”]/.test(word))],
  [
    'counts code points',
    'words/any-spelling',
    knowing((_, { start, end }, text) => /^\S+$/u.test([...text].slice(start, end).join(''))),
  ],
  [
    'aligns what lies between the words too',
    'words/any-spelling',
    changed(({ align }) => ({
      align: async (task, options) => {
        const found = await align(task, options);
        const all = task.text.split(/\s/);
        return all.length === found.length + 1 ? [NOWHERE, ...found.slice(0, -1)] : found;
      },
    })),
  ],
  [
    'fails on a word that no dictionary has',
    'words/unknown',
    changed(({ align }) => ({
      align: async (task, options) => {
        if (task.text.includes('Zorblax')) throw new SpeechError('ENGINE_FAILED', 'The word is unknown.');
        return align(task, options);
      },
    })),
  ],
  [
    'finds a word that is said twice at one place',
    'words/said-twice',
    changed(({ align }) => ({
      align: async (task, options) => {
        const found = await align(task, options);
        const said = task.words.map(({ start, end }) => task.text.slice(start, end));
        return said.map((word) => found[said.indexOf(word)] ?? NOWHERE);
      },
    })),
  ],
  [
    'hears no quiet speech',
    'speech/any-level',
    asking((task, options) => [
      { ...task, samples: peak(task.samples) > 0.1 ? task.samples : task.samples.fill(0) },
      options,
    ]),
  ],
  [
    'loses its place in a pause',
    'speech/with-a-pause',
    finding((words) => {
      const lost = words.findIndex((word, at) => word.startSeconds > (words[at - 1]?.endSeconds ?? 0) + 1.5);
      return lost < 0 ? words : words.map((word, at) => (at < lost ? word : (words[lost - 1] ?? NOWHERE)));
    }),
  ],
  [
    'takes 50 ms of silence for granted',
    'speech/without-silence-around',
    changed(({ align }) => ({
      align: async (task, options) => {
        const isSilent = peak(task.samples.subarray(0, task.sampleRateHz / 20)) === 0;
        const found = await align(task, options);
        return isSilent ? found : shifted(0.2)(found);
      },
    })),
  ],
  [
    'knows only one region of its language',
    'languages/with-and-without-region',
    changed(({ align }) => ({
      align: async (task, options) => {
        if (!['en', 'en-US'].includes(task.languageCode))
          throw new SpeechError('LANGUAGE_NOT_SUPPORTED', 'The aligner supports en-US.');
        return align(task, options);
      },
    })),
  ],
  [
    'takes an abort with a reason for a failure',
    'abort/during',
    changed(({ align }) => ({
      align: (task, options) => align(task, options).catch(failAtReason(options?.signal)),
    })),
  ],
  [
    'reads the whole buffer of a view',
    'speech/view-of-a-buffer',
    asking((task, options) => [
      { ...task, samples: new Float32Array(task.samples.buffer as ArrayBuffer) },
      options,
    ]),
  ],
  [
    'knows its language only without a region',
    'languages/with-and-without-region',
    changed(({ align }) => ({
      align: async (task, options) => {
        if (task.languageCode !== 'en')
          throw new SpeechError('LANGUAGE_NOT_SUPPORTED', 'The aligner supports en.');
        return align(task, options);
      },
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
    'returns no times for a call in progress when closed',
    'close/during-call',
    changed(({ align, close }) => {
      let isClosed = false;
      return {
        align: async (...call) => {
          const words = await align(...call);
          return isClosed ? [] : words;
        },
        close: () => {
          isClosed = true;
          return close();
        },
      };
    }),
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
  ['cannot align men', 'speech/any-speaker', refusing(({ gender }) => gender === 'male')],
  [
    'sorts the words of the caller',
    'words/are-the-callers',
    changed(({ align }) => ({
      align: async (task, options) => {
        const words = await align(task, options);
        (task.words as WordRange[]).sort((one, other) => other.start - one.start);
        return words;
      },
    })),
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
    'takes 24 kHz for 32 kHz',
    'speech/other-rate',
    asking((task, options) => [
      { ...task, sampleRateHz: task.sampleRateHz === 24_000 ? 32_000 : task.sampleRateHz },
      options,
    ]),
  ],
  ['refuses 8 kHz', 'speech/other-rate', refusing(({ sampleRateHz }) => sampleRateHz === 8000)],
  [
    'begins with the first sample if nothing is said for long',
    'speech/with-a-pause',
    finding((words) =>
      words.map((word, at) => (at === 0 && word.startSeconds > 1 ? { ...word, startSeconds: 0 } : word)),
    ),
  ],
  [
    'takes only digital silence for a pause',
    'speech/in-noise',
    changed(({ align }) => ({
      align: async (task, options) => {
        const words = await align(task, options);
        return task.samples.subarray(0, 100).every((sample) => sample === 0)
          ? words
          : words.map((word, at) => ({ ...word, startSeconds: words[at - 1]?.endSeconds ?? 0 }));
      },
    })),
  ],
  [
    'returns NaN for a text of one word',
    'words/only-one',
    finding((words) => (words.length === 1 ? [{ startSeconds: Number.NaN, endSeconds: Number.NaN }] : words)),
  ],
  ['does not know words with a hyphen', 'words/any-spelling', knowing((word) => !word.includes('-'))],
  [
    'takes only words between white space',
    'words/any-spelling',
    refusing(({ text, words }) => words.some(({ end }) => /\S/.test(text.charAt(end)))),
  ],
  ['finds only ten words', 'words/said-twice', finding((words) => words.slice(0, 10))],
  [
    'knows its regions only in capitals',
    'languages/with-and-without-region',
    refusing(({ languageCode }) => /-[a-z]/.test(languageCode)),
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
    changed(({ align, capabilities }) => {
      let isMoved = false;
      return {
        align: async (task, options) => {
          isMoved ||= task.samples.length > capabilities.maxSeconds * task.sampleRateHz;
          return shifted(isMoved ? 0.05 : 0)(await align(task, options));
        },
      };
    }),
  ],
  ...healthMutants(sound, 'align'),
  ...closeMutants(sound),
  [
    'leaves a channel open',
    'worker/no-handle-left',
    () => {
      listen();
      return sound();
    },
  ],
];

proveCases({
  of: 'text aligner',
  cases: TEXT_ALIGNER_CASES,
  mutants: MUTANTS,
  sound,
  evaluate: (one, create) => evaluateTextAligner(one, create, { crashWorker: () => worker.crash() }),
});
