import type { VoiceActivityDetector, VoiceActivityStream } from '@parlance/core/engine';
import { evaluateVoiceActivity, VOICE_ACTIVITY_CASES } from '../src/conformance/voice-activity/cases.ts';
import { fakeVoiceActivityDetector } from '../src/fakes/fake-voice-activity-detector.ts';
import { peak } from '../src/signals/signal-measures.ts';
import { listenForEver } from './busy.ts';
import { closeMutants } from './close-mutants.ts';
import { crashSwitch } from './crash-switch.ts';
import { healthMutants } from './health-mutants.ts';
import { listen } from './leaked-channels.ts';
import { hang, passTime } from './passing-time.ts';
import { proveCases } from './prove-cases.ts';
import { unloading } from './unloading.ts';

const worker = crashSwitch();

function sound(): VoiceActivityDetector {
  const detector = fakeVoiceActivityDetector();
  // Only the port's members, without the fake's getters for tests.
  const { id, sampleRateHz, frameSamples, warm, close } = detector;
  const members: VoiceActivityDetector = {
    id,
    sampleRateHz,
    frameSamples,
    warm,
    close,
    openStreamCount: async () => detector.openStreams,
    open: (options) => worker.during(detector.open(options)),
  };
  return unloading(members, 'open');
}

const changed =
  (change: (detector: VoiceActivityDetector) => Partial<VoiceActivityDetector>) =>
  (): VoiceActivityDetector => {
    const detector = sound();
    return { ...detector, ...change(detector) };
  };

/** Changes each stream. */
const streaming = (change: (stream: VoiceActivityStream) => Partial<VoiceActivityStream>) =>
  changed((detector) => ({
    open: async (options) => {
      const stream = await detector.open(options);
      return { ...stream, ...change(stream) };
    },
  }));

/** Changes each list of probabilities. */
const detecting = (change: (frames: Float32Array) => Float32Array) =>
  streaming((stream) => ({ detect: async (samples) => change(await stream.detect(samples)) }));

/** Counts frames of speech, and takes the next frames for speech too if there were many. */
function hangover(memory: { frames: number }, stream: VoiceActivityStream): VoiceActivityStream['detect'] {
  return async (samples) => {
    const frames = await stream.detect(samples);
    return frames.map((frame) => {
      memory.frames = frame === 1 ? 5 : Math.max(0, memory.frames - 1);
      return memory.frames > 0 ? 1 : 0;
    });
  };
}

const failingClose = (failingCall: number) =>
  changed(() => {
    let closes = 0;
    return {
      close: async () => {
        closes += 1;
        if (closes === failingCall) throw new TypeError('This close fails.');
      },
    };
  });

const oneMemory = changed((detector) => {
  const memory = { frames: 0 };
  return {
    open: async (options) => {
      const stream = await detector.open(options);
      return { ...stream, detect: hangover(memory, stream) };
    },
  };
});

/** Returns nothing but silence on open streams once one of them has ended. */
const stopping = (end: 'close' | 'abort') =>
  changed((detector) => {
    let ends = 0;
    return {
      open: async (options) => {
        const stream = await detector.open(options);
        const before = ends;
        const count = (): void => {
          ends += 1;
        };
        if (end === 'abort') options?.signal?.addEventListener('abort', count);
        const detect: VoiceActivityStream['detect'] = async (samples) =>
          (await stream.detect(samples)).map((frame) => (ends > before ? 0 : frame));
        const close: VoiceActivityStream['close'] = () => {
          if (end === 'close') count();
          return stream.close();
        };
        return { ...stream, detect, close };
      },
    };
  });

/** Hears nothing any more on a stream that got so many frames. */
const deafAfter = (maxFrames: number) =>
  streaming((stream) => {
    let count = 0;
    return {
      detect: async (samples) => {
        const frames = await stream.detect(samples);
        return frames.map((frame) => (count++ < maxFrames ? frame : 0));
      },
    };
  });

/** Hears only what has a certain level. */
const gated = (isHeard: (level: number) => boolean) =>
  streaming((stream) => ({
    detect: (samples) => stream.detect(isHeard(peak(samples)) ? samples : new Float32Array(samples.length)),
  }));

/** Counts a stream down only at some of its closes. */
const counting = (isCounted: (isAborted: boolean, isFirst: boolean) => boolean) =>
  changed((detector) => {
    let count = 0;
    return {
      openStreamCount: async () => count,
      open: async (options) => {
        const stream = await detector.open(options);
        count += 1;
        let closes = 0;
        const close: VoiceActivityStream['close'] = async () => {
          await stream.close();
          closes += 1;
          if (isCounted(options?.signal?.aborted === true, closes === 1)) count -= 1;
        };
        return { ...stream, close };
      },
    };
  });

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
  [
    'keeps its audio',
    'memory/streams-released',
    changed((detector) => {
      const kept: Float32Array[] = [];
      return {
        open: async (options) => {
          const stream = await detector.open(options);
          const detect: VoiceActivityStream['detect'] = (samples) => {
            kept.push(samples);
            return stream.detect(samples);
          };
          return { ...stream, detect };
        },
      };
    }),
  ],
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
  ['is deaf after ten seconds', 'speech/heard-after-a-pause', deafAfter(312)],
  ['is deaf', 'speech/heard', detecting((frames) => frames.fill(0))],
  ['hears speech everywhere', 'silence/not-heard', detecting((frames) => frames.fill(1))],
  [
    'returns other probabilities each time',
    'stream/same-again',
    changed((detector) => {
      let streams = 0;
      return {
        open: async (options) => {
          const stream = await detector.open(options);
          const likelihood = 1 / ++streams;
          const detect: VoiceActivityStream['detect'] = async (samples) =>
            (await stream.detect(samples)).map((frame) => frame * likelihood);
          return { ...stream, detect };
        },
      };
    }),
  ],
  [
    'transfers the samples',
    'stream/samples-are-the-callers',
    streaming((stream) => ({
      detect: (samples) =>
        stream.detect(structuredClone(samples, { transfer: [samples.buffer as ArrayBuffer] })),
    })),
  ],
  [
    'reads the whole buffer of a view',
    'stream/samples-are-the-callers',
    streaming((stream) => ({
      detect: (samples) => stream.detect(new Float32Array(samples.buffer, 0, samples.length)),
    })),
  ],
  [
    'changes the samples',
    'stream/samples-are-the-callers',
    streaming((stream) => ({
      detect: async (samples) => {
        const frames = await stream.detect(samples);
        samples.reverse();
        return frames;
      },
    })),
  ],
  [
    'pads each call',
    'stream/any-pieces',
    detecting((frames) => (frames.length > 0 ? frames.fill(1, frames.length - 1) : frames)),
  ],
  [
    'keeps its state after a reset',
    'stream/reset-forgets',
    streaming((stream) => ({ detect: hangover({ frames: 0 }, stream) })),
  ],
  ['shares its state between streams', 'stream/reset-of-another', oneMemory],
  ['shares its state between streams', 'stream/many-at-once', oneMemory],
  [
    'keeps its buffer',
    'stream/buffers-are-the-consumers',
    changed((detector) => {
      const kept = new Float32Array(1000);
      return {
        open: async (options) => {
          const stream = await detector.open(options);
          const detect: VoiceActivityStream['detect'] = async (samples) => {
            const frames = await stream.detect(samples);
            kept.set(frames);
            return kept.subarray(0, frames.length);
          };
          return { ...stream, detect };
        },
      };
    }),
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
  ['cannot be closed twice', 'close/twice', failingClose(2)],
  ['cannot be closed unused', 'close/unused', failingClose(1)],
  [
    'does not report a crash',
    'worker/crash',
    changed((detector) => ({ open: (options) => detector.open(options).catch(() => detector.open()) })),
  ],
  ['continues the state of a closed stream', 'stream/same-again', oneMemory],
  [
    'is deaf after an incomplete frame',
    'stream/same-again',
    changed((detector) => {
      let isDeaf = false;
      return {
        open: async (options) => {
          const stream = await detector.open(options);
          const detect: VoiceActivityStream['detect'] = async (samples) => {
            try {
              const frames = await stream.detect(samples);
              return isDeaf ? frames.fill(0) : frames;
            } catch (error) {
              isDeaf = true;
              throw error;
            }
          };
          return { ...stream, detect };
        },
      };
    }),
  ],
  [
    'is deaf after warming',
    'stream/same-again',
    changed((detector) => {
      let isDeaf = false;
      return {
        warm: async () => {
          isDeaf = true;
        },
        open: async (options) => {
          const stream = await detector.open(options);
          const detect: VoiceActivityStream['detect'] = async (samples) =>
            (await stream.detect(samples)).map((frame) => (isDeaf ? 0 : frame));
          return { ...stream, detect };
        },
      };
    }),
  ],
  [
    'loses pieces of a single frame',
    'stream/any-pieces',
    detecting((frames) => (frames.length === 1 ? frames.fill(0) : frames)),
  ],
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
    'counts streams that were aborted',
    'streams/counted',
    counting((isAborted, isFirst) => isFirst && !isAborted),
  ],
  ['counts a stream down each time it is closed', 'streams/counted', counting(() => true)],
  ['stops all streams when one is closed', 'stream/reset-of-another', stopping('close')],
  ['stops all streams when one is aborted', 'abort/during', stopping('abort')],
  [
    'does not copy the samples that it needs for the next call',
    'stream/samples-are-the-callers',
    streaming((stream) => {
      let last = new Float32Array();
      let due = '';
      return {
        detect: async (samples) => {
          const frames = await stream.detect(samples);
          if (last.join() !== due) frames.fill(1, 0, 1);
          last = samples.subarray(-64) as Float32Array<ArrayBuffer>;
          due = last.join();
          return frames;
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
  [
    'exchanges the audio of calls that do not wait',
    'stream/calls-in-order',
    streaming((stream) => {
      const asked: Float32Array[] = [];
      return {
        detect: async (samples) => {
          asked.push(samples);
          await Promise.resolve();
          return stream.detect(asked.pop() ?? samples);
        },
      };
    }),
  ],
  ['is deaf after a minute', 'speech/heard-after-a-pause', deafAfter(1875)],
  [
    'is deaf after five resets',
    'stream/reset-forgets',
    streaming((stream) => {
      let resets = 0;
      return {
        reset: async () => {
          resets += 1;
        },
        detect: async (samples) => {
          const frames = await stream.detect(samples);
          return resets > 5 ? frames.fill(0) : frames;
        },
      };
    }),
  ],
  ['never ends a call during the close of its stream', 'close/during-call', hangingAtClose('stream')],
  ['never ends a call during the close of the detector', 'close/during-call', hangingAtClose('detector')],
  [
    'is deaf after fifteen streams',
    'memory/streams-released',
    changed((detector) => {
      let streams = 0;
      return {
        open: async (options) => {
          const stream = await detector.open(options);
          const number = ++streams;
          const detect: VoiceActivityStream['detect'] = async (samples) => {
            const frames = await stream.detect(samples);
            return number > 15 ? frames.fill(0) : frames;
          };
          return { ...stream, detect };
        },
      };
    }),
  ],
  [
    'keeps its audio until a stream is closed',
    'memory/audio-of-a-stream-released',
    streaming((stream) => {
      const kept: Float32Array[] = [];
      return {
        detect: (samples) => {
          kept.push(samples.slice());
          return stream.detect(samples);
        },
      };
    }),
  ],
  ...healthMutants(sound, 'open'),
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
  of: 'voice activity detector',
  cases: VOICE_ACTIVITY_CASES,
  mutants: MUTANTS,
  sound,
  evaluate: (one, create) => evaluateVoiceActivity(one, create, { crashWorker: worker.crash }),
});
