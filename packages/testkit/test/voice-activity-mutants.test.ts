import type { VoiceActivityDetector, VoiceActivityStream } from '@parlance/core/engine';
import { evaluateVoiceActivity, VOICE_ACTIVITY_CASES } from '../src/conformance/voice-activity/cases.ts';
import { listenForEver } from './busy.ts';
import { gone } from './call-mutants.ts';
import { closeMutants } from './close-mutants.ts';
import { healthMutants } from './health-mutants.ts';
import { hang, passTime } from './passing-time.ts';
import { proveCases } from './prove-cases.ts';
import { changed, sound, streaming, worker } from './sound-voice-activity.ts';
import { SPEECH_VARIANTS } from './voice-activity-speech-variants.ts';
import { STATE_VARIANTS } from './voice-activity-state-variants.ts';
import { STREAM_VARIANTS } from './voice-activity-stream-variants.ts';

/** Never ends a call during which its stream, or the detector, is closed. */
const hangingAtClose = (of: 'stream' | 'detector') => (): VoiceActivityDetector => {
  passTime();
  const detector = sound();
  let isClosed = false;
  return {
    ...detector,
    close: () => {
      isClosed = true;
      return detector.close();
    },
    open: async (options) => {
      const stream = await detector.open(options);
      let isOver = false;
      const isEnded = (): boolean => (of === 'stream' ? isOver : isClosed);
      const detect: VoiceActivityStream['detect'] = async (samples) => {
        const wasEnded = isEnded();
        const frames = await stream.detect(samples);
        await new Promise(setImmediate);
        return isEnded() && !wasEnded ? hang() : frames;
      };
      const close: VoiceActivityStream['close'] = () => {
        isOver = true;
        return stream.close();
      };
      return { ...stream, detect, close };
    },
  };
};

const MUTANTS: readonly (readonly [string, string, () => VoiceActivityDetector])[] = [
  ...SPEECH_VARIANTS,
  ...STATE_VARIANTS,
  ...STREAM_VARIANTS,
  [
    'keeps listening for an abort',
    'abort/no-listener-left',
    changed((detector) => ({
      open: (options) => {
        listenForEver(options?.signal);
        return detector.open(options);
      },
    })),
  ],
  ['opens a stream after an abort', 'abort/before', changed((detector) => ({ open: () => detector.open() }))],
  [
    'ignores an abort',
    'abort/during',
    changed((detector) => ({
      open: async (options) => detector.open(options?.signal?.aborted === true ? options : {}),
    })),
  ],
  [
    'closes at an abort after the end',
    'abort/after',
    changed((detector) => ({
      open: (options) => {
        options?.signal?.addEventListener('abort', () => void detector.close());
        return detector.open(options);
      },
    })),
  ],
  ['detects on a closed stream', 'close/stream', streaming(() => ({ close: async () => undefined }))],
  ['keeps its streams open', 'close/with-open-stream', changed(() => ({ close: async () => undefined }))],
  ['opens after close', 'close/before-open', changed(() => ({ close: async () => undefined }))],
  [
    'does not report a crash',
    'worker/crash',
    changed((detector) => ({ open: (options) => detector.open(options).catch(() => detector.open()) })),
  ],
  ['never ends a call during the close of its stream', 'close/during-call', hangingAtClose('stream')],
  ['never ends a call during the close of the detector', 'close/during-call', hangingAtClose('detector')],
  ...healthMutants(sound, 'open'),
  ...closeMutants(sound),
  [
    'comes back after only one crash',
    'worker/crash-again',
    () => {
      const [detector, checkWorker] = [sound(), gone(worker)];
      return {
        ...detector,
        open: async (options) => {
          checkWorker();
          return detector.open(options);
        },
      };
    },
  ],
  [
    'never ends a reset of an aborted stream',
    'abort/during',
    () => {
      passTime();
      const detector = sound();
      return {
        ...detector,
        open: async (options) => {
          const stream = await detector.open(options);
          return { ...stream, reset: () => (options?.signal?.aborted ? hang() : stream.reset()) };
        },
      };
    },
  ],
  [
    'is deaf once it was unloaded',
    'worker/unloaded',
    () => {
      const detector = sound();
      let unloads = 0;
      return {
        ...detector,
        unload: async () => {
          unloads += 1;
        },
        open: async (options) => {
          const stream = await detector.open(options);
          const detect: VoiceActivityStream['detect'] = async (samples) => {
            const frames = await stream.detect(samples);
            return unloads > 3 ? frames.fill(0) : frames;
          };
          return { ...stream, detect };
        },
      };
    },
  ],
];

proveCases({
  of: 'voice activity detector',
  cases: VOICE_ACTIVITY_CASES,
  mutants: MUTANTS,
  sound,
  evaluate: (one, create) => evaluateVoiceActivity(one, create, { crashWorker: worker.crash }),
});
