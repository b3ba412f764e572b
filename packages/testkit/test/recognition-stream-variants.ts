import type { Recognition, RecognitionEngine, RecognitionStream } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { joinSamples } from '../src/signals/join-samples.ts';
import { failAtReason } from './abort-reason-mutants.ts';
import { passTime } from './passing-time.ts';
import { changed, open, RATE_HZ, sound, streaming } from './sound-recognition.ts';

const NOTHING: Recognition = { text: '', tokens: [] };

/** Changes the result of each utterance, by the audio of its stream before it. */
const ending = (change: (recognition: Recognition, beforeSeconds: number) => Recognition) =>
  streaming((stream) => {
    let [before, heard] = [0, 0];
    return {
      accept: (samples) => {
        heard += samples.length;
        return stream.accept(samples);
      },
      endUtterance: async () => {
        const recognition = change(await stream.endUtterance(), before / RATE_HZ);
        before = heard;
        return recognition;
      },
    };
  });

/** Changes each piece. */
const givenTo = (change: (samples: Float32Array) => Float32Array) =>
  streaming((stream) => ({ accept: (samples) => stream.accept(change(samples)) }));

/** Repeats the last utterance where a result has no words. */
const repeating = (members: readonly ('accept' | 'endUtterance')[]) =>
  streaming((stream) => {
    let last = NOTHING;
    const unless = (member: 'accept' | 'endUtterance', recognition: Recognition): Recognition =>
      recognition.text === '' && members.includes(member) ? last : recognition;
    return {
      accept: async (samples) => unless('accept', await stream.accept(samples)),
      endUtterance: async () => {
        last = unless('endUtterance', await stream.endUtterance());
        return last;
      },
    };
  });

/** Changes what streams do, by whether their engine was closed. */
const closing = (change: (stream: RecognitionStream, isOver: () => boolean) => Partial<RecognitionStream>) =>
  changed((engine) => {
    let isOver = false;
    return {
      close: async () => {
        isOver = true;
        await engine.close();
      },
      openStream: async (options) => {
        const stream = await open(engine, options);
        return { ...stream, ...change(stream, () => isOver) };
      },
    };
  });

/** Recognizes segments only while no stream is open. */
function oneAtATime(): RecognitionEngine {
  passTime();
  const engine = sound();
  const closes = new Set<Promise<void>>();
  return {
    ...engine,
    openStream: async (options) => {
      const stream = await open(engine, options);
      const over = Promise.withResolvers<void>();
      closes.add(over.promise);
      const close: RecognitionStream['close'] = async () => {
        over.resolve();
        closes.delete(over.promise);
        await stream.close();
      };
      return { ...stream, close };
    },
    recognize: async (samples, options) => {
      await Promise.all(closes);
      return engine.recognize(samples, options);
    },
  };
}

/** Engines that are broken only on streams. */
export const STREAM_VARIANTS: readonly (readonly [string, string, () => RecognitionEngine])[] = [
  [
    'numbers its streams by how many are open',
    'stream/streams-apart',
    changed((engine) => {
      const streams = new Map<number, RecognitionStream>();
      return {
        openStream: async (options) => {
          const stream = await open(engine, options);
          const number = streams.size;
          streams.set(number, stream);
          const numbered = (): RecognitionStream => streams.get(number) ?? stream;
          return {
            accept: (samples) => numbered().accept(samples),
            endUtterance: () => numbered().endUtterance(),
            close: async () => {
              await numbered().close();
              streams.delete(number);
            },
          };
        },
      };
    }),
  ],
  [
    'returns one interim text to all streams that get pieces at once',
    'stream/streams-apart',
    changed((engine) => {
      let latest: Recognition | undefined;
      return {
        openStream: async (options) => {
          const stream = await open(engine, options);
          return {
            ...stream,
            accept: async (samples) => {
              const heard = await stream.accept(samples);
              latest = heard;
              await new Promise(setImmediate);
              return latest;
            },
          };
        },
      };
    }),
  ],
  [
    'repeats the utterance before from the tenth on',
    'stream/utterances-apart',
    streaming((stream) => {
      let count = 0;
      let last = NOTHING;
      return {
        endUtterance: async () => {
          const before = last;
          last = await stream.endUtterance();
          count += 1;
          return count > 9 ? before : last;
        },
      };
    }),
  ],
  [
    'ends an utterance at an empty piece',
    'stream/any-pieces',
    streaming((stream) => ({
      accept: (samples) => (samples.length === 0 ? stream.endUtterance() : stream.accept(samples)),
    })),
  ],
  [
    'has no interim text for a silent piece',
    'stream/with-silence',
    streaming((stream) => ({
      accept: async (samples) => {
        const isSilent = samples.every((sample) => sample === 0);
        const heard = await stream.accept(samples);
        return isSilent ? NOTHING : heard;
      },
    })),
  ],
  [
    'loses pieces as short as those of a browser',
    'stream/any-pieces',
    givenTo((samples) => (samples.length < 160 ? samples.fill(0) : samples)),
  ],
  [
    'takes no more than three seconds at once',
    'stream/longest-utterance',
    givenTo((samples) => samples.slice(0, 3 * RATE_HZ)),
  ],
  [
    'hears nothing after three seconds of silence',
    'stream/after-silence',
    streaming((stream) => {
      let silent = 0;
      return {
        accept: (samples) => {
          if (samples.every((sample) => sample === 0)) silent += samples.length;
          return stream.accept(silent > 3 * RATE_HZ ? samples.fill(0) : samples);
        },
      };
    }),
  ],
  [
    'writes its streams without capitals and marks',
    'stream/known-text',
    streaming((stream) => ({
      endUtterance: async () => {
        const { text, ...recognition } = await stream.endUtterance();
        return { ...recognition, text: text.toLowerCase().replace('.', '') };
      },
    })),
  ],
  [
    'reads the whole buffer of a view',
    'stream/any-pieces',
    streaming((stream) => ({
      accept: (samples) => stream.accept(new Float32Array(samples.buffer as ArrayBuffer)),
    })),
  ],
  [
    'returns only the latest word as interim text',
    'stream/known-text',
    streaming((stream) => ({
      accept: async (samples) => {
        const { text, tokens } = await stream.accept(samples);
        return { text: text.split(' ').at(-1) ?? '', tokens };
      },
    })),
  ],
  ['has no tokens', 'stream/tokens', ending((recognition) => ({ ...recognition, tokens: [] }))],
  [
    'returns tokens that do not spell its text',
    'stream/tokens',
    ending(({ tokens, ...recognition }) => ({ ...recognition, tokens: tokens.slice(1) })),
  ],
  [
    'counts times from the beginning of the stream',
    'stream/tokens',
    ending(({ tokens, ...recognition }, beforeSeconds) => ({
      ...recognition,
      tokens: tokens.map((token) => ({
        ...token,
        startSeconds: (token.startSeconds ?? 0) + beforeSeconds,
      })),
    })),
  ],
  ['begins with the text of the utterance before', 'stream/nothing-heard', repeating(['accept'])],
  ['repeats the utterance before in silence', 'stream/nothing-heard', repeating(['endUtterance'])],
  ['recognizes no segment while a stream is open', 'stream/beside-segments', oneAtATime],
  [
    'loses a stream at a segment',
    'stream/beside-segments',
    changed((engine) => {
      let segments = 0;
      return {
        recognize: (samples, options) => {
          segments += 1;
          return engine.recognize(samples, options);
        },
        openStream: async (options) => {
          const stream = await open(engine, options);
          let before = segments;
          const accept: RecognitionStream['accept'] = async (samples) => {
            if (segments > before) await stream.endUtterance();
            before = segments;
            return stream.accept(samples);
          };
          return { ...stream, accept };
        },
      };
    }),
  ],
  [
    'ends the utterance of a closed stream',
    'stream/closed',
    streaming((stream) => ({
      endUtterance: () => stream.endUtterance().catch(() => ({ text: '', tokens: [] })),
    })),
  ],
  [
    'opens a stream after close',
    'stream/closed',
    changed((engine) => ({
      openStream: (options) =>
        open(engine, options).catch((error: unknown) => {
          if (!SpeechError.is(error) || error.code !== 'SHUTTING_DOWN') throw error;
          const refuse = () => Promise.reject(error);
          return { accept: refuse, endUtterance: refuse, close: async () => undefined };
        }),
    })),
  ],
  [
    'answers the end of an utterance after close',
    'stream/closed',
    closing((stream, isOver) => ({
      endUtterance: async () => (isOver() ? NOTHING : stream.endUtterance()),
    })),
  ],
  [
    'closes no stream after close',
    'stream/closed',
    closing((stream, isOver) => ({
      close: async () => {
        if (isOver()) throw new SpeechError('SHUTTING_DOWN', 'The engine is closed.');
        await stream.close();
      },
    })),
  ],
  [
    'rejects with the reason of an abort',
    'stream/aborted-with-a-reason',
    changed((engine) => ({
      openStream: async (options) => {
        const stream = await open(engine, options);
        return {
          ...stream,
          accept: (samples) => stream.accept(samples).catch(failAtReason(options?.signal)),
        };
      },
    })),
  ],
  [
    'has no place for a second segment beside streams',
    'stream/beside-segments',
    changed((engine) => {
      let [streams, segments] = [0, 0];
      return {
        openStream: async (options) => {
          streams += 1;
          return open(engine, options);
        },
        recognize: async (samples, options) => {
          segments += 1;
          const isLost = streams > 1 && segments > 1;
          const recognition = await engine.recognize(samples, options).finally(() => {
            segments -= 1;
          });
          return isLost ? NOTHING : recognition;
        },
      };
    }),
  ],
  [
    'begins a segment with what a closed stream had heard',
    'stream/beside-segments',
    changed((engine) => {
      let left = new Float32Array();
      return {
        openStream: async (options) => {
          const stream = await open(engine, options);
          let heard = new Float32Array();
          return {
            accept: (samples) => {
              heard = samples.slice();
              return stream.accept(samples);
            },
            endUtterance: () => {
              heard = new Float32Array();
              return stream.endUtterance();
            },
            close: () => {
              left = heard;
              return stream.close();
            },
          };
        },
        recognize: (samples, options) => {
          const before = left;
          left = new Float32Array();
          return engine.recognize(joinSamples([before, samples]), options);
        },
      };
    }),
  ],
];
