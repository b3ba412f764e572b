import type { AlignedWord, TextAligner } from '@parlance/core/engine';
import { evaluateTextAligner, TEXT_ALIGNER_CASES } from '../src/conformance/text-aligner/cases.ts';
import { fakeTextAligner } from '../src/fakes/fake-text-aligner.ts';
import { crashSwitch } from './crash-switch.ts';
import { healthMutants } from './health-mutants.ts';
import { listen } from './leaked-channels.ts';
import { proveCases } from './prove-cases.ts';

const worker = crashSwitch();

function sound(): TextAligner {
  const aligner = fakeTextAligner();
  return { ...aligner, align: (task, options) => worker.during(aligner.align(task, options)) };
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

const failingClose = changed(({ close }) => {
  let closes = 0;
  return {
    close: async () => {
      closes += 1;
      if (closes === 2) throw new TypeError('This close fails.');
      await close();
    },
  };
});

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
  ['cannot be closed twice', 'close/twice', failingClose],
  [
    'does not report a crash',
    'worker/crash',
    changed(({ align }) => ({ align: (...call) => align(...call).catch(() => align(...call)) })),
  ],
  ...healthMutants(sound),
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
