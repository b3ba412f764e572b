import { setImmediate } from 'node:timers/promises';
import type { SynthesisEngine } from '@parlance/core/engine';
import { speak } from '../src/conformance/synthesis/listening.ts';
import { fakeVoice } from '../src/fakes/fake-voice.ts';
import {
  amplified,
  LOST_SAMPLES,
  shared,
  sound,
  withCalls,
  withChunks,
  withoutEnd,
  withWhole,
} from './sound-synthesis.ts';

const LONG_CHARS = 100;
const SILENT_SAMPLES = 24_000;
/** 10 ms. */
const REPEATED_SAMPLES = 160;
/** 2.5 ms. */
const FADE_SAMPLES = 40;

function clamped(samples: Float32Array, limit: number): Float32Array {
  return samples.map((sample) => Math.min(limit, Math.max(-limit, sample)));
}

/** Puts a second and a half of silence into 16 kHz audio. */
function withSilence(samples: Float32Array, atSamples: number): Float32Array {
  const longer = new Float32Array(samples.length + SILENT_SAMPLES);
  longer.set(samples.subarray(0, atSamples));
  longer.set(samples.subarray(atSamples), atSamples + SILENT_SAMPLES);
  return longer;
}

/** Says the end of a chunk twice, as from a buffer that is cut at the wrong place. */
function endingTwice(chunk: Float32Array): Float32Array {
  return Float32Array.from([...chunk, ...chunk.slice(-REPEATED_SAMPLES)]);
}

/** Keeps only the latest chunk for its consumer. */
function dropping(): SynthesisEngine {
  const engine = sound();
  return {
    ...engine,
    async *synthesize(unit, options) {
      const latest: Float32Array[] = [];
      let isOver = false;
      const making = (async () => {
        for await (const chunk of engine.synthesize(unit, options)) {
          latest.splice(0, 1, chunk);
          await setImmediate();
        }
      })().finally(() => {
        isOver = true;
      });
      // It is awaited only at the end.
      making.catch(() => undefined);
      while (!isOver || latest.length > 0) {
        const chunk = latest.pop();
        if (chunk === undefined) await setImmediate();
        else yield chunk;
      }
      await making;
    },
  };
}

/** Engines that are broken in what they declare, or in their audio: at one speed, by one voice, in long texts, if they are read slowly. */
export const AUDIO_VARIANTS: readonly (readonly [string, string, () => SynthesisEngine])[] = [
  [
    'falls silent for a second and a half after its first half',
    'audio/no-long-silence',
    withWhole((samples) => withSilence(samples, samples.length >> 1)),
  ],
  [
    'adds silence to a single word',
    'audio/no-long-silence',
    withWhole((samples, { text }) => (text.includes(' ') ? samples : withSilence(samples, samples.length))),
  ],
  ['repeats the last 10 ms of each chunk', 'audio/no-clicks', withChunks(endingTwice)],
  [
    'fades each chunk in and out',
    'audio/no-dips',
    withChunks((chunk) =>
      chunk.map(
        (sample, index) => sample * Math.min(1, index / FADE_SAMPLES, (chunk.length - index) / FADE_SAMPLES),
      ),
    ),
  ],
  [
    'has a voice of an unknown language',
    'voices/declared',
    () => ({ ...sound(), voices: [fakeVoice({ languageCode: 'english' as never })] }),
  ],
  [
    'has a third voice that is its first',
    'voices/differ',
    withCalls(
      (engine) => (unit, options) =>
        engine.synthesize(unit.voiceCode === 'third' ? { ...unit, voiceCode: 'fake' } : unit, options),
      ({ voices }) => ({ voices: [...voices, fakeVoice({ code: 'third' })] }),
    ),
  ],
  [
    'works on nothing',
    'capabilities/declared',
    withCalls(
      (engine) => engine.synthesize,
      ({ capabilities }) => ({ capabilities: { ...capabilities, concurrency: 0 } }),
    ),
  ],
  [
    'accepts less than a sentence',
    'capabilities/declared',
    withCalls(
      (engine) => engine.synthesize,
      ({ capabilities }) => ({ capabilities: { ...capabilities, maxUnitChars: 20 } }),
    ),
  ],
  [
    'streams only in its capabilities',
    'capabilities/declared',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          yield await speak(engine, unit, options);
        },
    ),
  ],
  [
    'cuts finished audio into chunks',
    'capabilities/streams-while-computing',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          yield* await Array.fromAsync(engine.synthesize(unit, options));
        },
    ),
  ],
  [
    'returns an empty chunk',
    'audio/float-samples',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          yield new Float32Array();
          yield* engine.synthesize(unit, options);
        },
    ),
  ],
  ['is 12 dB too quiet', 'audio/audible', withChunks((chunk) => amplified(chunk, 0.25))],
  [
    'is 12 dB quieter in its second half',
    'audio/speaks-throughout',
    withWhole((samples) => samples.map((sample, at) => (at < samples.length / 2 ? sample : sample / 4))),
  ],
  [
    'falls silent in the middle of a long text',
    'audio/speaks-throughout',
    withWhole((samples, { text }) =>
      text.length > LONG_CHARS ? samples.fill(0, samples.length / 2) : samples,
    ),
  ],
  [
    'has an offset of 0.2 in one half and of -0.2 in the other',
    'audio/no-offset',
    withWhole((samples) => samples.map((sample, at) => sample + (at < samples.length / 2 ? 0.2 : -0.2))),
  ],
  [
    'adds a DC offset of 0.4 at speed 0.5',
    'audio/no-offset',
    withChunks((chunk, { speed }) => (speed === 0.5 ? chunk.map((sample) => sample + 0.4) : chunk)),
  ],
  [
    'is 20 dB too loud and clipped',
    'audio/not-clipped',
    withChunks((chunk) => clamped(amplified(chunk, 10), 1)),
  ],
  ['is clipped below full scale', 'audio/not-clipped', withChunks((chunk) => clamped(chunk, 0.2))],
  [
    'wraps around beyond full scale',
    'audio/no-wraparound',
    withChunks((chunk) => amplified(chunk, 4).map((sample) => sample - 2 * Math.round(sample / 2))),
  ],
  [
    'interleaves two equal channels',
    'audio/mono',
    withChunks((chunk) => Float32Array.from({ length: chunk.length * 2 }, (_, at) => chunk[at >> 1] ?? 0)),
  ],
  [
    'interleaves a silent channel',
    'audio/mono',
    withChunks((chunk) =>
      Float32Array.from({ length: chunk.length * 2 }, (_, at) => (at % 2 === 0 ? (chunk[at >> 1] ?? 0) : 0)),
    ),
  ],
  [
    'loses the last 50 ms of a long text',
    'audio/dies-away',
    withWhole((samples, { text }) => (text.length > LONG_CHARS ? withoutEnd(samples) : samples)),
  ],
  [
    'loses the last 50 ms at speed 1.5',
    'audio/dies-away',
    withWhole((samples, { speed }) => (speed === 1.5 ? withoutEnd(samples) : samples)),
  ],
  [
    'loses the first 50 ms of its second voice',
    'audio/rises',
    withWhole((samples, { voiceCode }) => (voiceCode === 'other' ? samples.slice(LOST_SAMPLES) : samples)),
  ],
  [
    'leaves 10 ms of silence where it joins chunks at speed 0.5',
    'audio/no-gaps',
    withChunks((chunk, { speed }) =>
      speed === 0.5 ? Float32Array.from([...new Float32Array(160), ...chunk]) : chunk,
    ),
  ],
  ['loses 25 ms at the end of each chunk', 'audio/no-clicks', withChunks((chunk) => chunk.slice(0, -400))],
  [
    'has one wrong sample in each chunk',
    'audio/no-stray-samples',
    withChunks((chunk) => chunk.map((sample, at) => (at === 1000 ? 0.9 : sample))),
  ],
  [
    'exchanges two chunks in the middle',
    'audio/no-clicks',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          const chunks = await Array.fromAsync(engine.synthesize(unit, options));
          yield* chunks.toSpliced(5, 2, ...chunks.slice(5, 7).reverse());
        },
    ),
  ],
  ['clicks where it joins chunks', 'audio/no-clicks', withChunks((chunk) => chunk.fill(1, 0, 1))],
  [
    'returns all chunks in one buffer',
    'audio/read-slowly',
    withChunks((chunk) => {
      const window = shared.subarray(0, chunk.length);
      window.set(chunk);
      return window;
    }),
  ],
  ['drops what is not read in time', 'audio/read-slowly', dropping],
];
