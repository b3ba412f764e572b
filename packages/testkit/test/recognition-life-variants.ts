import type { Recognition, RecognitionEngine, RecognitionStream } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { hang, passTime } from './passing-time.ts';
import { changed, open, RATE_HZ, streaming, worker } from './sound-recognition.ts';

const NOTHING: Recognition = { text: '', tokens: [] };
const SILENCE = 0.01;
/** How many streams an engine has places for. */
const PLACES = 8;

type Open = NonNullable<RecognitionEngine['openStream']>;

const isQuiet = (sample: number): boolean => Math.abs(sample) < SILENCE;

/** Streams that start again, without what they had heard, whenever something happens to their engine. */
const forgettingAt = (
  change: (engine: RecognitionEngine, forget: () => void) => Partial<RecognitionEngine>,
  epochOf = (forgets: number): number => forgets,
) =>
  changed((engine) => {
    let forgets = 0;
    const forget = (): void => {
      forgets += 1;
    };
    const openStream: Open = async (options) => {
      let stream = await open(engine, options);
      let epoch = epochOf(forgets);
      const current = async (): Promise<RecognitionStream> => {
        if (epoch !== epochOf(forgets)) stream = await open(engine, options);
        epoch = epochOf(forgets);
        return stream;
      };
      return {
        accept: async (samples) => (await current()).accept(samples),
        endUtterance: async () => (await current()).endUtterance(),
        close: () => stream.close(),
      };
    };
    return { openStream, ...change(engine, forget) };
  });

/** Has places for a few streams, of which some are not free again. */
const keepingPlaces = (isKept: (wasAborted: boolean, isHearing: boolean) => boolean) =>
  changed((engine) => {
    let taken = 0;
    return {
      openStream: async (options) => {
        if (taken >= PLACES) throw new SpeechError('ENGINE_UNAVAILABLE', 'There is no place for a stream.');
        const stream = await open(engine, options);
        taken += 1;
        let [isClosed, pieces] = [false, 0];
        return {
          ...stream,
          accept: async (samples) => {
            pieces += 1;
            return stream.accept(samples).finally(() => {
              pieces -= 1;
            });
          },
          close: async () => {
            if (!isClosed && !isKept(options?.signal?.aborted === true, pieces > 0)) taken -= 1;
            isClosed = true;
            await stream.close();
          },
        };
      },
    };
  });

/** What a stream does after a crash of the worker. */
const afterCrash = (change: (stream: RecognitionStream) => Partial<RecognitionStream>) =>
  changed((engine) => ({
    openStream: async (options) => {
      const { crashes } = worker;
      const stream = await open(engine, options);
      const now = (): RecognitionStream =>
        worker.crashes > crashes ? { ...stream, ...change(stream) } : stream;
      return {
        accept: (samples) => now().accept(samples),
        endUtterance: () => now().endUtterance(),
        close: () => stream.close(),
      };
    },
  }));

/** Follows the silence in each utterance. */
const following = (
  change: (
    stream: RecognitionStream,
    silence: { leading: number; trailing: number },
  ) => Partial<RecognitionStream>,
) =>
  streaming((stream) => {
    const silence = { leading: 0, trailing: 0 };
    let hasBegun = false;
    const changedStream = { ...stream, ...change(stream, silence) };
    return {
      accept: (samples) => {
        for (const sample of samples) {
          silence.trailing = isQuiet(sample) ? silence.trailing + 1 : 0;
          hasBegun ||= !isQuiet(sample);
          if (!hasBegun) silence.leading += 1;
        }
        return changedStream.accept(samples);
      },
      endUtterance: async () => {
        const recognition = await changedStream.endUtterance();
        Object.assign(silence, { leading: 0, trailing: 0 });
        hasBegun = false;
        return recognition;
      },
    };
  });

/** Engines whose streams suffer from what happens meanwhile, or leave something behind. */
export const LIFE_VARIANTS: readonly (readonly [string, string, () => RecognitionEngine])[] = [
  [
    'forgets its streams when it is unloaded',
    'stream/undisturbed',
    forgettingAt((engine, forget) => ({
      unload: async () => {
        forget();
        await engine.unload?.();
      },
    })),
  ],
  [
    'forgets its streams when it is warmed',
    'stream/undisturbed',
    forgettingAt((engine, forget) => ({
      warm: async () => {
        forget();
        await engine.warm();
      },
    })),
  ],
  [
    'forgets its streams when a segment fails',
    'stream/undisturbed',
    forgettingAt((engine, forget) => ({
      recognize: (samples, options) =>
        engine.recognize(samples, options).catch((error: unknown) => {
          forget();
          throw error;
        }),
    })),
  ],
  [
    'opens no more than 32 streams in its life',
    'stream/left-in-any-way',
    changed((engine) => {
      let opened = 0;
      return {
        openStream: async (options) => {
          opened += 1;
          if (opened > 32) throw new SpeechError('ENGINE_UNAVAILABLE', 'There is no place for a stream.');
          return open(engine, options);
        },
      };
    }),
  ],
  [
    'keeps the places of aborted streams',
    'stream/left-in-any-way',
    keepingPlaces((wasAborted) => wasAborted),
  ],
  [
    'keeps the places of streams that are closed during a piece',
    'stream/left-in-any-way',
    keepingPlaces((_, isHearing) => isHearing),
  ],
  [
    'is deaf after a stream that was aborted during a piece',
    'stream/left-in-any-way',
    changed((engine) => {
      let isDeaf = false;
      return {
        openStream: async (options) => {
          const wasDeaf = isDeaf;
          isDeaf = false;
          const stream = await open(engine, options);
          return {
            ...stream,
            accept: async (samples) => {
              try {
                return await stream.accept(wasDeaf ? samples.fill(0) : samples);
              } catch (error) {
                isDeaf = true;
                throw error;
              }
            },
          };
        },
      };
    }),
  ],
  [
    'opens no stream while it loads',
    'stream/opened-while-loading',
    changed((engine) => {
      let opening = 0;
      return {
        openStream: async (options) => {
          opening += 1;
          try {
            if (opening > 1) throw new SpeechError('ENGINE_UNAVAILABLE', 'It is loading.');
            return await open(engine, options);
          } finally {
            opening -= 1;
          }
        },
      };
    }),
  ],
  [
    'never ends a piece after a crash',
    'stream/worker-crashed',
    () => {
      passTime();
      return afterCrash(() => ({ accept: hang }))();
    },
  ],
  [
    'goes on after a crash without what it had heard',
    'stream/worker-crashed',
    forgettingAt(
      () => ({}),
      () => worker.crashes,
    ),
  ],
  [
    'opens no stream after a crash',
    'stream/worker-crashed',
    changed((engine) => {
      const { crashes } = worker;
      return {
        openStream: async (options) => {
          if (worker.crashes > crashes) throw new SpeechError('ENGINE_CRASHED', 'The worker is gone.');
          return open(engine, options);
        },
      };
    }),
  ],
  [
    'has three streams for all',
    'stream/streams-apart',
    changed((engine) => {
      const streams: Promise<RecognitionStream>[] = [];
      return {
        openStream: async (options) => {
          if (streams.length < 3) streams.push(open(engine, options));
          const shared = await (streams.at(-1) ?? open(engine, options));
          return { ...shared, close: async () => undefined };
        },
      };
    }),
  ],
  [
    'is deaf after two utterances without audio',
    'stream/nothing-heard',
    streaming((stream) => {
      let silent = 0;
      return {
        endUtterance: async () => {
          const recognition = await stream.endUtterance();
          if (silent >= 2) return NOTHING;
          silent = recognition.text === '' ? silent + 1 : 0;
          return recognition;
        },
      };
    }),
  ],
  [
    'begins a stream with what an aborted one had heard',
    'stream/aborted',
    changed((engine) => {
      const left: Float32Array[] = [];
      return {
        openStream: async (options) => {
          const stream = await open(engine, options);
          for (const samples of left.splice(0)) await stream.accept(samples);
          const heard: Float32Array[] = [];
          return {
            ...stream,
            accept: (samples) => {
              heard.push(samples.slice());
              return stream.accept(samples);
            },
            close: async () => {
              if (options?.signal?.aborted) left.push(...heard);
              await stream.close();
            },
          };
        },
      };
    }),
  ],
  [
    'ends an utterance itself at a pause',
    'stream/with-silence',
    following((stream, silence) => ({
      accept: async (samples) => {
        const recognition = await stream.accept(samples);
        return silence.trailing > 0.9 * RATE_HZ ? stream.endUtterance() : recognition;
      },
    })),
  ],
  [
    'is deaf when an utterance begins with silence',
    'stream/with-silence',
    following((stream, silence) => ({
      accept: (samples) => stream.accept(silence.leading > RATE_HZ ? samples.fill(0) : samples),
    })),
  ],
  [
    'returns nothing when an utterance ends with silence',
    'stream/with-silence',
    following((stream, silence) => ({
      endUtterance: async () => {
        const recognition = await stream.endUtterance();
        return silence.trailing > 2 * RATE_HZ ? NOTHING : recognition;
      },
    })),
  ],
];
