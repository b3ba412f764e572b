import type { TextAligner } from '@parlance/core/engine';
import { peak } from '../src/signals/signal-measures.ts';
import { asking, changed, finding, NOWHERE, refusing, shifted, sound } from './sound-text-aligner.ts';

/** Takes one rate for another. */
const mistaking = (rateHz: number, forHz: number) =>
  asking((task, options) => [
    { ...task, sampleRateHz: task.sampleRateHz === rateHz ? forHz : task.sampleRateHz },
    options,
  ]);

/** Aligners that do not find words in some kinds of speech. */
export const SPEECH_VARIANTS: readonly (readonly [string, string, () => TextAligner])[] = [
  [
    'returns NaN for silence',
    'speech/silence',
    finding((words) => words.map((word) => ({ ...word, startSeconds: word.startSeconds || Number.NaN }))),
  ],
  ['goes beyond the end', 'speech/none', finding(shifted(0.01))],
  [
    'refuses the longest speech that it declares',
    'speech/longest',
    refusing(
      ({ samples, sampleRateHz }) => samples.length >= sound().capabilities.maxSeconds * sampleRateHz,
      'INVALID_INPUT',
    ),
  ],
  [
    'takes any rate for 16 kHz',
    'speech/other-rate',
    asking((task, options) => [{ ...task, sampleRateHz: 16_000 }, options]),
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
    refusing(({ languageCode }) => !['en', 'en-US'].includes(languageCode), 'LANGUAGE_NOT_SUPPORTED'),
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
    refusing(({ languageCode }) => languageCode !== 'en', 'LANGUAGE_NOT_SUPPORTED'),
  ],
  ['cannot align men', 'speech/any-speaker', refusing(({ gender }) => gender === 'male')],
  ['takes 24 kHz for 32 kHz', 'speech/other-rate', mistaking(24_000, 32_000)],
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
    'knows its regions only in capitals',
    'languages/with-and-without-region',
    refusing(({ languageCode }) => /-[a-z]/.test(languageCode)),
  ],
  ['takes 44.1 kHz for 32 kHz', 'speech/other-rate', mistaking(44_100, 32_000)],
  ['takes 11.025 kHz for 8 kHz', 'speech/other-rate', mistaking(11_025, 8000)],
  ['refuses 96 kHz', 'speech/other-rate', refusing(({ sampleRateHz }) => sampleRateHz > 48_000)],
  [
    'looks for the last word at the end',
    'speech/with-a-pause',
    changed(({ align }) => ({
      align: async (task, options) => {
        const found = await align(task, options);
        const seconds = task.samples.length / task.sampleRateHz;
        const last = found.at(-1) ?? NOWHERE;
        return seconds - last.endSeconds > 2
          ? [...found.slice(0, -1), { startSeconds: seconds - 1, endSeconds: seconds }]
          : found;
      },
    })),
  ],
  [
    'ends the last word a few milliseconds after the speech',
    'speech/without-silence-around',
    finding((words) =>
      words.map((word) => ({ ...word, endSeconds: Math.ceil(word.endSeconds / 0.03) * 0.03 })),
    ),
  ],
  [
    'knows no code with a script',
    'languages/with-and-without-region',
    refusing(({ languageCode }) => languageCode.split('-').length > 2),
  ],
  [
    'knows no code in capitals',
    'languages/with-and-without-region',
    refusing(({ languageCode }) => /^[A-Z]/.test(languageCode)),
  ],
];
