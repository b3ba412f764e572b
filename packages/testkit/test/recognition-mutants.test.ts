import type { RecognitionCapabilities, RecognitionEngine } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { evaluateRecognition, RECOGNITION_CASES } from '../src/conformance/recognition/cases.ts';
import { listenForEver } from './busy.ts';
import { callMutants } from './call-mutants.ts';
import { closeMutants } from './close-mutants.ts';
import { healthMutants } from './health-mutants.ts';
import { proveCases } from './prove-cases.ts';
import { CALL_VARIANTS } from './recognition-call-variants.ts';
import { LIFE_VARIANTS } from './recognition-life-variants.ts';
import { SPEECH_VARIANTS } from './recognition-speech-variants.ts';
import { STREAM_VARIANTS } from './recognition-stream-variants.ts';
import { UTTERANCE_VARIANTS } from './recognition-utterance-variants.ts';
import { RECOGNITION_VARIANTS } from './recognition-variants.ts';
import {
  answering,
  changed,
  hear,
  open,
  RATE_HZ,
  sound,
  speech,
  streaming,
  worker,
} from './sound-recognition.ts';

/** Declares wrong capabilities. */
const declaring = (changes: Partial<RecognitionCapabilities>) => (): RecognitionEngine => {
  const engine = sound();
  return { ...engine, capabilities: { ...engine.capabilities, ...changes } };
};

/** Changes when each token begins. */
const withTimes = (change: (seconds: number) => number) =>
  answering(({ text, tokens }) => ({
    text,
    tokens: tokens.map((token) => ({ ...token, startSeconds: change(token.startSeconds ?? 0) })),
  }));

const deadAfter = (isOver: (error: unknown) => boolean) =>
  changed((engine) => ({
    recognize: async (samples, options) => {
      options?.signal?.addEventListener('abort', () => void engine.close());
      try {
        return await engine.recognize(samples, options);
      } catch (error) {
        if (isOver(error)) await engine.close();
        throw error;
      }
    },
  }));

const ignoringAborts = changed((engine) => ({ recognize: (samples) => engine.recognize(samples) }));

const MUTANTS: readonly (readonly [string, string, () => RecognitionEngine])[] = [
  ['has no language', 'capabilities/declared', declaring({ languages: [] })],
  ['names a region', 'capabilities/declared', declaring({ languages: ['en-US'] })],
  ['accepts less than a second of audio', 'capabilities/declared', declaring({ maxSegmentSamples: 100 })],
  ['works on nothing', 'capabilities/declared', declaring({ concurrency: 0 })],
  ['hides its streams', 'capabilities/declared', declaring({ streaming: false })],
  [
    'learns a language while warming',
    'capabilities/stable',
    () => {
      const engine = { ...sound() };
      return Object.assign(engine, {
        warm: async () => {
          Object.assign(engine, { capabilities: { ...engine.capabilities, languages: ['en', 'de'] } });
        },
      });
    },
  ],
  [
    'fails on an empty segment',
    'segment/empty',
    changed((engine) => ({
      recognize: async (samples, options) =>
        samples.length === 0 ? { text: 'you', tokens: [] } : engine.recognize(samples, options),
    })),
  ],
  [
    'recognizes words in silence',
    'segment/silence',
    answering((recognition) =>
      recognition.text === '' ? { ...recognition, text: 'Thank you.' } : recognition,
    ),
  ],
  [
    'returns no text for a long segment',
    'segment/longest',
    changed((engine) => ({
      recognize: async (samples, options) =>
        samples.length > 3 * RATE_HZ ? { text: '', tokens: [] } : engine.recognize(samples, options),
    })),
  ],
  [
    'truncates segments that are too long',
    'segment/too-long',
    changed((engine) => ({
      recognize: (samples, options) => engine.recognize(samples.slice(0, 5 * RATE_HZ), options),
    })),
  ],
  [
    'returns another text each time',
    'segment/same-again',
    changed((engine) => {
      let calls = 0;
      return {
        recognize: async (samples, options) => {
          const { text, tokens } = await engine.recognize(samples, options);
          calls += 1;
          return { text: `${text} ${calls}`, tokens };
        },
      };
    }),
  ],
  [
    'mixes up parallel segments',
    'parallel/as-alone',
    changed((engine) => {
      const asked: Float32Array[] = [];
      return {
        recognize: async (samples, options) => {
          asked.push(samples);
          await Promise.resolve();
          return engine.recognize(asked.pop() ?? samples, options);
        },
      };
    }),
  ],
  ['leaves white space', 'text/trimmed', answering(({ text, tokens }) => ({ text: ` ${text}`, tokens }))],
  ['leaves a NUL', 'text/trimmed', answering(({ text, tokens }) => ({ text: `${text}\0`, tokens }))],
  [
    'recognizes other words',
    'text/known',
    answering(({ text, tokens }) => ({ text: text.replaceAll('word', 'bird'), tokens })),
  ],
  ['has times it does not declare', 'tokens/as-declared', declaring({ tokenTimes: false })],
  ['has log-probabilities it does not declare', 'tokens/as-declared', declaring({ logProbabilities: false })],
  [
    'returns probabilities instead of their logarithms',
    'tokens/as-declared',
    answering(({ text, tokens }) => ({
      text,
      tokens: tokens.map((token) => ({ ...token, logProbability: 0.9 })),
    })),
  ],
  [
    'lacks the times it declares',
    'tokens/as-declared',
    answering(({ text, tokens }) => ({
      text,
      tokens: tokens.map((token) => ({ text: token.text, logProbability: -1 })),
    })),
  ],
  [
    'counts in milliseconds',
    'tokens/within-the-audio',
    answering(({ text, tokens }) => ({
      text,
      tokens: tokens.map((token) => ({ ...token, startSeconds: (token.startSeconds ?? 0) * 1000 })),
    })),
  ],
  [
    'recognizes words in faint noise',
    'segment/faint-noise',
    answering((heard) => (heard.text === '' ? { text: 'Thank you.', tokens: [] } : heard)),
  ],
  [
    'returns tokens that do not spell its text',
    'tokens/spell-the-text',
    answering(({ text, tokens }) => ({ text, tokens: tokens.map((token) => ({ ...token, text: 'la' })) })),
  ],
  ['halves its times', 'tokens/move-with-the-audio', withTimes((seconds) => seconds / 2)],
  ['halves its times', 'tokens/at-their-words', withTimes((seconds) => seconds / 2)],
  ['is 200 ms early', 'tokens/at-their-words', withTimes((seconds) => seconds - 0.2)],
  ['is 200 ms late', 'tokens/at-their-words', withTimes((seconds) => seconds + 0.2)],
  [
    'returns its tokens backwards',
    'tokens/within-the-audio',
    answering(({ text, tokens }) => ({ text, tokens: tokens.toReversed() })),
  ],
  [
    'spreads its tokens over the silence too',
    'tokens/within-the-audio',
    changed((engine) => ({
      recognize: async (samples, options) => {
        const { text, tokens } = await engine.recognize(samples.slice(), options);
        const stepSeconds = samples.length / RATE_HZ / tokens.length;
        return {
          text,
          tokens: tokens.map((token, index) => ({ ...token, startSeconds: index * stepSeconds })),
        };
      },
    })),
  ],
  [
    'loses the end of each piece',
    'stream/any-pieces',
    streaming((stream) => ({ accept: (samples) => stream.accept(samples.slice(0, -1000)) })),
  ],
  [
    'continues the previous utterance',
    'stream/utterances-apart',
    streaming((stream) => ({ endUtterance: () => stream.accept(new Float32Array(0)) })),
  ],
  [
    'has one stream for all',
    'stream/streams-apart',
    changed((engine) => {
      const shared = open(engine);
      return { openStream: async () => ({ ...(await shared), close: async () => undefined }) };
    }),
  ],
  [
    'recognizes words without audio',
    'stream/nothing-heard',
    streaming((stream) => ({
      endUtterance: async () => {
        const { text, tokens } = await stream.endUtterance();
        return { text: text === '' ? 'you' : text, tokens };
      },
    })),
  ],
  ['takes audio after its end', 'stream/closed', streaming(() => ({ close: async () => undefined }))],
  [
    'opens a stream after an abort',
    'stream/aborted',
    changed((engine) => ({ openStream: () => open(engine) })),
  ],
  [
    'loses the last 50 ms',
    'segment/heard-to-its-end',
    changed((engine) => ({
      recognize: (samples, options) => engine.recognize(samples.slice(0, -800), options),
    })),
  ],
  [
    'loses the first 50 ms',
    'segment/heard-from-its-beginning',
    changed((engine) => ({ recognize: (samples, options) => engine.recognize(samples.slice(800), options) })),
  ],
  [
    'keeps every segment',
    'memory/segments-released',
    changed((engine) => {
      const kept: Float32Array[] = [];
      return {
        recognize: (samples, options) => {
          kept.push(samples);
          return engine.recognize(samples, options);
        },
      };
    }),
  ],
  [
    'keeps listening for an abort',
    'abort/no-listener-left',
    changed((engine) => ({
      recognize: (samples, options) => {
        listenForEver(options?.signal);
        return engine.recognize(samples, options);
      },
    })),
  ],
  [
    'rejects at an abort but continues computing',
    'abort/waiting-segments-never-computed',
    changed((engine) => ({
      recognize: async (samples, options) => {
        const recognition = await engine.recognize(samples);
        if (options?.signal?.aborted) throw SpeechError.aborted(options.signal);
        return recognition;
      },
    })),
  ],
  ['ignores an abort', 'abort/before', ignoringAborts],
  ['ignores an abort', 'abort/during', ignoringAborts],
  ['ignores an abort', 'abort/queued', ignoringAborts],
  [
    'throws a plain error when aborted',
    'abort/before',
    changed((engine) => ({
      recognize: async (samples, options) => {
        options?.signal?.throwIfAborted();
        return engine.recognize(samples, options);
      },
    })),
  ],
  ['is dead after an abort', 'abort/during', deadAfter(() => true)],
  ['closes at an abort after the end', 'abort/after', deadAfter(() => false)],
  ['recognizes after close', 'close/before-segment', changed(() => ({ close: async () => undefined }))],
  [
    'returns an empty text for a segment in progress when closed',
    'close/during-segment',
    changed((engine) => ({
      recognize: (samples, options) =>
        engine.recognize(samples, options).catch(() => ({ text: '', tokens: [] })),
    })),
  ],
  [
    'returns an empty text when its worker dies',
    'worker/crash',
    changed((engine) => ({
      recognize: (samples, options) =>
        engine.recognize(samples, options).catch(() => ({ text: 'word0', tokens: [] })),
    })),
  ],
  ['does not come back after a crash', 'worker/crash', deadAfter(() => true)],
  ...healthMutants(sound, 'recognize'),
  ...closeMutants(sound),
  ...callMutants(sound, 'recognize', worker),
];

proveCases({
  of: 'recognition engine',
  cases: RECOGNITION_CASES,
  mutants: [
    ...MUTANTS,
    ...RECOGNITION_VARIANTS,
    ...CALL_VARIANTS,
    ...LIFE_VARIANTS,
    ...SPEECH_VARIANTS,
    ...STREAM_VARIANTS,
    ...UTTERANCE_VARIANTS,
  ],
  sound,
  evaluate: (one, create) =>
    evaluateRecognition(one, create, {
      speech: {
        samples: speech,
        text: hear(speech).text,
        maxWordErrorRate: 0,
        wordStartsSeconds: hear(speech).tokens.map(({ startSeconds }) => startSeconds),
      },
      crashWorker: worker.crash,
    }),
});
