import type { Recognition, RecognitionEngine, RecognitionStream } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { joinSamples } from '../src/signals/join-samples.ts';
import { hang, passTime } from './passing-time.ts';
import { open, RATE_HZ, sound, streaming } from './sound-recognition.ts';

const NOTHING: Recognition = { text: '', tokens: [] };
/** 300 ms, which a model looks ahead. */
const AHEAD_SAMPLES = 4800;
const LAST_WORDS = 10;

/** Changes the audio of each piece. */
const fed = (change: (samples: Float32Array) => Float32Array) =>
  streaming((stream) => ({ accept: (samples) => stream.accept(change(samples)) }));

/** Changes the interim results, by how much of the utterance was heard before. */
const interim = (change: (recognition: Recognition, heardSamples: number) => Recognition) =>
  streaming((stream) => {
    let heard = 0;
    return {
      accept: async (samples) => {
        const before = heard;
        heard += samples.length;
        return change(await stream.accept(samples), before);
      },
      endUtterance: () => {
        heard = 0;
        return stream.endUtterance();
      },
    };
  });

/** Streams whose pieces never end if `end` comes first. */
const hangingAt = (end: 'abort' | 'close' | 'engine') => (): RecognitionEngine => {
  passTime();
  const engine = sound();
  let isClosed = false;
  return {
    ...engine,
    close: () => {
      isClosed = true;
      return engine.close();
    },
    openStream: async (options) => {
      const stream = await open(engine, options);
      let isOver = false;
      const isEnded = { abort: () => options?.signal?.aborted, close: () => isOver, engine: () => isClosed }[
        end
      ];
      const accept: RecognitionStream['accept'] = async (samples) => {
        const wasEnded = isEnded();
        // A worker answers later.
        await new Promise(setImmediate);
        const answer = await stream.accept(samples).catch((error: unknown) => error);
        if (!wasEnded && isEnded()) return hang();
        if (SpeechError.is(answer)) throw answer;
        return answer as Recognition;
      };
      const close: RecognitionStream['close'] = () => {
        isOver = true;
        return stream.close();
      };
      return { ...stream, accept, close };
    },
  };
};

/** Engines that are broken in some utterances of a stream, or in its interim results. */
export const UTTERANCE_VARIANTS: readonly (readonly [string, string, () => RecognitionEngine])[] = [
  [
    'drops what is no multiple of 10 ms of each piece',
    'stream/any-pieces',
    fed((samples) => samples.slice(0, samples.length - (samples.length % 160))),
  ],
  [
    'fails on an empty piece',
    'stream/any-pieces',
    fed((samples) => {
      if (samples.length === 0) throw new SpeechError('ENGINE_FAILED', 'There is no audio.');
      return samples;
    }),
  ],
  [
    'has no interim text for every second piece',
    'stream/known-text',
    interim((recognition, heard) => ((heard / 1600) % 2 === 1 ? NOTHING : recognition)),
  ],
  [
    'has an interim text only in the end',
    'stream/known-text',
    interim((recognition, heard) => (heard < 1.8 * RATE_HZ ? NOTHING : recognition)),
  ],
  [
    'does not decode what it looks ahead for when an utterance ends',
    'stream/heard-to-its-end',
    streaming((stream) => {
      let ahead = new Float32Array();
      return {
        accept: (samples) => {
          const all = joinSamples([ahead, samples]);
          const due = Math.max(0, all.length - AHEAD_SAMPLES);
          ahead = all.slice(due);
          return stream.accept(all.slice(0, due));
        },
        endUtterance: () => {
          ahead = new Float32Array();
          return stream.endUtterance();
        },
      };
    }),
  ],
  [
    'forgets the beginning of a long utterance',
    'stream/longest-utterance',
    streaming((stream) => ({
      endUtterance: async () => {
        const { text, tokens } = await stream.endUtterance();
        return { text: text.split(' ').slice(-LAST_WORDS).join(' '), tokens: tokens.slice(-LAST_WORDS) };
      },
    })),
  ],
  [
    'loses the first 50 ms of all utterances but the first',
    'stream/utterances-apart',
    streaming((stream) => {
      let lost = 0;
      return {
        accept: (samples) => {
          const rest = samples.slice(lost);
          lost = 0;
          return stream.accept(rest);
        },
        endUtterance: () => {
          lost = 800;
          return stream.endUtterance();
        },
      };
    }),
  ],
  [
    'has only the first token of its interim texts',
    'stream/tokens',
    interim((recognition) => ({ ...recognition, tokens: recognition.tokens.slice(0, 1) })),
  ],
  [
    'leaves white space before its interim texts',
    'stream/tokens',
    interim((recognition) => ({ ...recognition, text: ` ${recognition.text}` })),
  ],
  ['never ends a piece during an abort', 'stream/ended-during-a-call', hangingAt('abort')],
  ['never ends a piece during the close of its stream', 'stream/ended-during-a-call', hangingAt('close')],
  ['never ends a piece during the close of the engine', 'stream/ended-during-a-call', hangingAt('engine')],
  [
    'keeps its audio until a stream is closed',
    'memory/utterances-released',
    streaming((stream) => {
      const kept: Float32Array[] = [];
      return {
        accept: (samples) => {
          kept.push(samples.slice());
          return stream.accept(samples);
        },
      };
    }),
  ],
  [
    'is deaf after ten utterances',
    'memory/utterances-released',
    streaming((stream) => {
      let utterances = 0;
      return {
        endUtterance: async () => {
          utterances += 1;
          const recognition = await stream.endUtterance();
          return utterances > 10 ? NOTHING : recognition;
        },
      };
    }),
  ],
];
