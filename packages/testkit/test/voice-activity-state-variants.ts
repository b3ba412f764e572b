import type { VoiceActivityDetector, VoiceActivityStream } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { dyingTogether } from './close-mutants.ts';
import { changed, hangover, oneMemory, sound, streaming } from './sound-voice-activity.ts';

/** Streams of a detector at once. */
const PLACES = 16;

/** Continues speech for some frames, from a memory that a reset clears. */
const remembering = (
  change: (stream: VoiceActivityStream, memory: { frames: number }) => Partial<VoiceActivityStream>,
) =>
  streaming((stream) => {
    const memory = { frames: 0 };
    return { detect: hangover(memory, stream), ...change(stream, memory) };
  });

/** Counts what happens to the detector, and fails in a call of a stream that was opened before. */
const losing = (
  events: (
    detector: VoiceActivityDetector,
    count: () => void,
  ) => Partial<VoiceActivityDetector> & { readonly unload?: () => Promise<void> },
) =>
  changed((detector) => {
    let count = 0;
    const changes = events(detector, () => {
      count += 1;
    });
    return {
      ...changes,
      open: async (options) => {
        const before = count;
        const stream = await (changes.open ?? detector.open)(options);
        const detect: VoiceActivityStream['detect'] = async (samples) => {
          if (count > before) throw new SpeechError('ENGINE_FAILED', 'There is no such stream.');
          return stream.detect(samples);
        };
        return { ...stream, detect };
      },
    };
  });

const deafAfterResets = (maxResets: number) =>
  streaming((stream) => {
    let resets = 0;
    return {
      detect: async (samples) => {
        const frames = await stream.detect(samples);
        return resets > maxResets ? frames.fill(0) : frames;
      },
      reset: async () => {
        resets += 1;
      },
    };
  });

/** Detectors whose streams forget too little or too much. */
export const STATE_VARIANTS: readonly (readonly [string, string, () => VoiceActivityDetector])[] = [
  [
    'numbers its streams by how many are open',
    'stream/reset-of-another',
    changed((detector) => {
      const memories = new Map<number, { frames: number }>();
      return {
        open: async (options) => {
          const stream = await detector.open(options);
          const number = memories.size;
          memories.set(number, { frames: 0 });
          const detect: VoiceActivityStream['detect'] = (samples) =>
            hangover(memories.get(number) ?? { frames: 0 }, stream)(samples);
          const reset = async (): Promise<void> => void memories.set(number, { frames: 0 });
          const close: VoiceActivityStream['close'] = () => {
            memories.delete(number);
            return stream.close();
          };
          return { detect, reset, close };
        },
      };
    }),
  ],
  [
    'loses the place of each stream that is closed during a call',
    'streams/places-freed',
    changed((detector) => {
      let places = PLACES;
      return {
        open: async (options) => {
          if (places === 0) throw new SpeechError('ENGINE_UNAVAILABLE', 'There are too many streams.');
          const stream = await detector.open(options);
          let calls = 0;
          const detect: VoiceActivityStream['detect'] = async (samples) => {
            calls += 1;
            const frames = await stream.detect(samples);
            calls -= 1;
            return frames;
          };
          const close: VoiceActivityStream['close'] = () => {
            if (calls > 0) places -= 1;
            return stream.close();
          };
          return { ...stream, detect, close };
        },
      };
    }),
  ],
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
    'keeps its state after a reset',
    'stream/reset-forgets',
    streaming((stream) => ({ detect: hangover({ frames: 0 }, stream) })),
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
  ['is deaf after five resets', 'stream/reset-forgets', deafAfterResets(5)],
  [
    'is deaf for ten frames after a reset',
    'stream/reset-forgets',
    streaming((stream) => {
      let deaf = 0;
      return {
        detect: async (samples) => (await stream.detect(samples)).map((frame) => (deaf-- > 0 ? 0 : frame)),
        reset: async () => {
          deaf = 10;
        },
      };
    }),
  ],
  [
    'forgets only after the first call that follows a reset',
    'stream/reset-forgets',
    remembering((stream, memory) => {
      let isDue = false;
      return {
        detect: async (samples) => {
          const frames = await hangover(memory, stream)(samples);
          if (isDue) memory.frames = 0;
          isDue = false;
          return frames;
        },
        reset: async () => {
          isDue = true;
        },
      };
    }),
  ],
  [
    'cannot be reset before it was used',
    'stream/reset-forgets',
    streaming((stream) => {
      let isUsed = false;
      return {
        detect: (samples) => {
          isUsed = true;
          return stream.detect(samples);
        },
        reset: async () => {
          if (!isUsed) throw new SpeechError('ENGINE_FAILED', 'There is no state.');
        },
      };
    }),
  ],
  ['is deaf after a hundred resets', 'stream/reset-forgets', deafAfterResets(100)],
  [
    'fails in a call during which it is reset',
    'stream/reset-in-order',
    streaming((stream) => {
      let resets = 0;
      return {
        detect: async (samples) => {
          const before = resets;
          const frames = await stream.detect(samples);
          if (resets > before) throw new SpeechError('ENGINE_FAILED', 'The state was lost.');
          return frames;
        },
        reset: async () => {
          resets += 1;
        },
      };
    }),
  ],
  [
    'resets before the calls that wait',
    'stream/reset-in-order',
    remembering((_, memory) => ({
      reset: async () => {
        memory.frames = 0;
      },
    })),
  ],
  [
    'loses its streams when it is warmed',
    'stream/kept',
    losing((_, count) => ({ warm: async () => count() })),
  ],
  [
    'loses its streams when it is unloaded',
    'stream/kept',
    losing((_, count) => ({ unload: async () => count() })),
  ],
  [
    'loses its streams when others are opened',
    'stream/kept',
    losing((detector, count) => {
      let opened = 0;
      return {
        open: (options) => {
          opened += 1;
          if (opened % 12 === 0) count();
          return detector.open(options);
        },
      };
    }),
  ],
  ['ends with the close of another detector', 'stream/same-again', dyingTogether(sound, 'open')],
  [
    'answers with what an aborted call has found',
    'stream/same-again',
    changed((detector) => {
      let late: Float32Array | undefined;
      return {
        open: async (options) => {
          const stream = await detector.open();
          const detect: VoiceActivityStream['detect'] = async (samples) => {
            if (options?.signal?.aborted) throw SpeechError.aborted(options.signal);
            const frames = await stream.detect(samples);
            const before = late;
            late = undefined;
            if (options?.signal?.aborted) {
              late = frames;
              throw SpeechError.aborted(options.signal);
            }
            return before === undefined ? frames : frames.map((_, at) => before[at] ?? 0);
          };
          return { ...stream, detect };
        },
      };
    }),
  ],
  [
    'forgets the state of its streams when it is warmed',
    'stream/kept',
    changed((detector) => {
      const memories: { frames: number }[] = [];
      return {
        warm: async () => {
          for (const memory of memories) memory.frames = 0;
        },
        open: async (options) => {
          const stream = await detector.open(options);
          const memory = { frames: 0 };
          memories.push(memory);
          const reset: VoiceActivityStream['reset'] = async () => {
            memory.frames = 0;
          };
          return { ...stream, detect: hangover(memory, stream), reset };
        },
      };
    }),
  ],
];
