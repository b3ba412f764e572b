import type { VoiceActivityDetector, VoiceActivityStream } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { changed, detecting, oneMemory, streaming } from './sound-voice-activity.ts';

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

/** Opens no more than so many streams: at once, or in all if none is freed. */
const limited = (most: number, isFreed: boolean) =>
  changed((detector) => {
    let streams = 0;
    return {
      open: async (options) => {
        if (streams >= most) throw new SpeechError('ENGINE_UNAVAILABLE', 'There are too many streams.');
        streams += 1;
        const stream = await detector.open(options);
        let isOpen = true;
        const close: VoiceActivityStream['close'] = () => {
          if (isOpen && isFreed) streams -= 1;
          isOpen = false;
          return stream.close();
        };
        return { ...stream, close };
      },
    };
  });

/** Detectors that mistake the audio of a stream or the number of streams, or keep what is over. */
export const STREAM_VARIANTS: readonly (readonly [string, string, () => VoiceActivityDetector])[] = [
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
  [
    'loses pieces of a single frame',
    'stream/any-pieces',
    detecting((frames) => (frames.length === 1 ? frames.fill(0) : frames)),
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
  [
    'repeats the last but one frame of each call',
    'stream/any-pieces',
    detecting((frames) =>
      frames.map((frame, at) => (at > 0 && at === frames.length - 1 ? (frames[at - 1] ?? 0) : frame)),
    ),
  ],
  ['has room for sixteen streams', 'stream/many-at-once', limited(16, true)],
  ['opens a hundred streams in its life', 'memory/streams-released', limited(100, false)],
  [
    'reads a single frame from the beginning of its buffer',
    'stream/any-pieces',
    streaming((stream) => ({
      detect: (samples) =>
        stream.detect(samples.length === 512 ? new Float32Array(samples.buffer, 0, 512) : samples),
    })),
  ],
];
