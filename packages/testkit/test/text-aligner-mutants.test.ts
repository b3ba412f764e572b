import type { TextAligner } from '@parlance/core/engine';
import { evaluateTextAligner, TEXT_ALIGNER_CASES } from '../src/conformance/text-aligner/cases.ts';
import { callMutants } from './call-mutants.ts';
import { closeMutants } from './close-mutants.ts';
import { healthMutants } from './health-mutants.ts';
import { proveCases } from './prove-cases.ts';
import { asking, changed, NOWHERE, refusing, sound, worker } from './sound-text-aligner.ts';
import { CALL_VARIANTS } from './text-aligner-call-variants.ts';
import { SPEECH_VARIANTS } from './text-aligner-speech-variants.ts';
import { WORD_VARIANTS } from './text-aligner-word-variants.ts';

const MUTANTS: readonly (readonly [string, string, () => TextAligner])[] = [
  ...WORD_VARIANTS,
  ...CALL_VARIANTS,
  ...SPEECH_VARIANTS,
  [
    'accepts speech of any length',
    'refuses/too-long',
    asking((task, options) => [{ ...task, samples: task.samples.subarray(0, 16_000) }, options]),
  ],
  [
    'accepts speech of any length at low rates',
    'refuses/too-long',
    asking((task, options) => [
      task.sampleRateHz < 16_000 ? { ...task, samples: task.samples.subarray(0, 8000) } : task,
      options,
    ]),
  ],
  [
    'counts the samples of its longest speech',
    'refuses/too-long',
    refusing(({ samples }) => samples.length > sound().capabilities.maxSeconds * 16_000, 'INVALID_INPUT'),
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
  ['works after close', 'close/before-call', changed(() => ({ close: async () => undefined }))],
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
  ...healthMutants(sound, 'align'),
  ...closeMutants(sound),
  ...callMutants(sound, 'align', worker),
  [
    'finds nothing once it was unloaded',
    'worker/unloaded',
    () => {
      const aligner = sound();
      let unloads = 0;
      return {
        ...aligner,
        unload: async () => {
          unloads += 1;
        },
        align: async (...call) => {
          const found = await aligner.align(...call);
          return unloads > 3 ? found.map(() => NOWHERE) : found;
        },
      };
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
