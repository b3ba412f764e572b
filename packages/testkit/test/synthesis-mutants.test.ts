import type { SynthesisEngine, SynthesisUnit } from '@parlance/core/engine';
import { evaluateSynthesis, SYNTHESIS_CASES } from '../src/conformance/synthesis/cases.ts';
import { speak } from '../src/conformance/synthesis/listening.ts';
import { fakeVoice } from '../src/fakes/fake-voice.ts';
import { noise } from '../src/signals/noise.ts';
import { listenForEver } from './busy.ts';
import { callMutants } from './call-mutants.ts';
import { closeMutants } from './close-mutants.ts';
import { healthMutants } from './health-mutants.ts';
import { proveCases } from './prove-cases.ts';
import {
  atEarlyEnds,
  CHUNK_MS,
  computingOn,
  shared,
  sound,
  withCalls,
  withChunks,
  withWhole,
  worker,
} from './sound-synthesis.ts';
import { AUDIO_VARIANTS } from './synthesis-audio-variants.ts';
import { CALL_VARIANTS } from './synthesis-call-variants.ts';
import { END_VARIANTS } from './synthesis-end-variants.ts';
import { LIFE_VARIANTS } from './synthesis-life-variants.ts';
import { PRONUNCIATION_VARIANTS } from './synthesis-pronunciation-variants.ts';
import { RANGE_VARIANTS } from './synthesis-range-variants.ts';
import { TEXT_VARIANTS } from './synthesis-text-variants.ts';
import { WORKER_VARIANTS } from './synthesis-worker-variants.ts';

const MUTANTS: readonly [mutant: string, failedCase: string, create: () => SynthesisEngine][] = [
  ['has no voice', 'voices/declared', () => ({ ...sound(), voices: [] })],
  ['has one code twice', 'voices/declared', () => ({ ...sound(), voices: [fakeVoice(), fakeVoice()] })],
  ['has voices of another engine', 'voices/declared', () => ({ ...sound(), id: 'other' })],
  [
    'finds a voice while warming',
    'voices/stable',
    () => {
      const engine = { ...sound() };
      return Object.assign(engine, { warm: async () => void Object.assign(engine, { voices: [] }) });
    },
  ],
  ['returns NaN', 'audio/in-range', withChunks((chunk) => chunk.fill(Number.NaN, 7, 8))],
  ['returns samples beyond 1', 'audio/in-range', withChunks((chunk) => chunk.map((sample) => sample * 4))],
  ['adds a DC offset of 0.4', 'audio/no-offset', withChunks((chunk) => chunk.map((sample) => sample + 0.4))],
  [
    'returns NaN at a speed other than 1',
    'speed/changes-length',
    withChunks((chunk, { speed }) => (speed === 1 ? chunk : chunk.fill(Number.NaN, 7, 8))),
  ],
  [
    'falls silent in the middle',
    'audio/speaks-throughout',
    withWhole((samples) => samples.fill(0, samples.length / 2)),
  ],
  [
    'returns noise from the middle on',
    'audio/voiced-throughout',
    withWhole((samples) => {
      const noisy = noise(samples.length, 0.3);
      noisy.set(samples.subarray(0, samples.length / 2));
      return noisy;
    }),
  ],
  [
    'returns 16-bit samples',
    'audio/float-samples',
    withChunks((chunk) => Int16Array.from(chunk, (sample) => sample * 32_767) as never),
  ],
  ['loses the first 50 ms', 'audio/rises', withWhole((samples) => samples.slice(800))],
  [
    'leaves 10 ms of silence where it joins chunks',
    'audio/no-gaps',
    withChunks((chunk) => Float32Array.from([...new Float32Array(160), ...chunk])),
  ],
  [
    'leaves 10 ms of faint noise where it joins chunks',
    'audio/no-gaps',
    withChunks((chunk) => Float32Array.from([...chunk, ...noise(160, 0.0002)])),
  ],
  [
    'synthesizes the same text for all',
    'unit/speaks-its-text',
    withCalls(
      (engine) => (unit, options) =>
        engine.synthesize({ ...unit, text: 'a'.repeat(unit.text.length) }, options),
    ),
  ],
  [
    'keeps listening for an abort',
    'abort/no-listener-left',
    withCalls((engine) => (unit, options) => {
      listenForEver(options?.signal);
      return engine.synthesize(unit, options);
    }),
  ],
  ['rejects at an abort but continues computing', 'abort/waiting-units-never-computed', computingOn(0)],
  ['rejects at an abort but continues computing', 'abort/stops-between-chunks', computingOn(CHUNK_MS)],
  ['loses the last 50 ms', 'audio/dies-away', withWhole((samples) => samples.slice(0, -800))],
  [
    'returns its chunks in reverse order',
    'audio/dies-away',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          yield* (await Array.fromAsync(engine.synthesize(unit, options))).reverse();
        },
    ),
  ],
  [
    'uses the same voice for all',
    'voices/differ',
    withCalls((engine) => (unit, options) => engine.synthesize({ ...unit, voiceCode: 'fake' }, options)),
  ],
  [
    'keeps every unit',
    'memory/units-released',
    () => {
      const kept: Float32Array[] = [];
      return withChunks((chunk) => {
        kept.push(chunk.slice());
        return chunk;
      })();
    },
  ],
  [
    'ignores an abort once it has begun',
    'abort/after-the-first-chunk',
    withCalls(
      (engine) =>
        async function* (unit, { signal } = {}) {
          signal?.throwIfAborted();
          yield* engine.synthesize(unit);
        },
    ),
  ],
  [
    'exchanges the samples of parallel units',
    'parallel/as-alone',
    () => {
      const engine = sound();
      const running: Promise<Float32Array>[] = [];
      return {
        ...engine,
        async *synthesize(unit, options) {
          const own = speak(engine, unit, options);
          running.push(own);
          const samples = await own;
          const another = await running.find((one) => one !== own);
          yield another === undefined
            ? samples
            : samples.map((sample, index) => (index < 1000 ? (another[index] ?? 0) : sample));
          running.splice(running.indexOf(own), 1);
        },
      };
    },
  ],
  [
    'speaks each unit a little louder than the one before',
    'unit/same-again',
    () => {
      let units = 0;
      const engine = sound();
      return {
        ...engine,
        async *synthesize(unit, options) {
          units += 1;
          const gain = 1 + units / 100;
          for await (const chunk of engine.synthesize(unit, options))
            yield chunk.map((sample) => sample * gain);
        },
      };
    },
  ],
  ['is silent', 'audio/audible', withChunks((chunk) => chunk.fill(0))],
  [
    'declares twice its rate',
    'audio/rate',
    () => ({ ...sound(), voices: [fakeVoice({ nativeRateHz: 32_000 })] }),
  ],
  [
    'declares half its rate',
    'audio/rate',
    () => ({ ...sound(), voices: [fakeVoice({ nativeRateHz: 8000 })] }),
  ],
  [
    'keeps its buffers',
    'audio/buffers-are-the-consumers',
    withChunks((chunk) => {
      const window = shared.subarray(0, chunk.length + 1);
      window.set(chunk);
      return window;
    }),
  ],
  [
    'returns silence for a text without anything speakable',
    'unit/nothing-speakable',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          yield new Float32Array(1600);
          yield* engine.synthesize(unit, options);
        },
    ),
  ],
  [
    'truncates a long unit',
    'unit/longest',
    withCalls(
      (engine) => (unit, options) => engine.synthesize({ ...unit, text: unit.text.slice(0, 80) }, options),
    ),
  ],
  [
    'synthesizes the beginning of a unit that is too long',
    'unit/too-long',
    withCalls(
      (engine) => (unit, options) => engine.synthesize({ ...unit, text: unit.text.slice(0, 300) }, options),
    ),
  ],
  [
    'becomes faster and faster',
    'unit/same-again',
    () => {
      const engine = sound();
      let units = 0;
      const synthesize: SynthesisEngine['synthesize'] = (unit, options) => {
        units += 1;
        return engine.synthesize({ ...unit, speed: unit.speed * 1.2 ** units }, options);
      };
      return { ...engine, synthesize };
    },
  ],
  [
    'returns no audio when its worker dies',
    'worker/crash',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          try {
            yield* engine.synthesize(unit, options);
          } catch {}
        },
    ),
  ],
  [
    'does not come back after a crash',
    'worker/crash',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          try {
            yield* engine.synthesize(unit, options);
          } catch (error) {
            await engine.close();
            throw error;
          }
        },
    ),
  ],
  ...healthMutants(sound, 'synthesize'),
  ...closeMutants(sound),
  ...callMutants(sound, 'synthesize', worker),
  [
    'uses its first voice for an unknown one',
    'unit/unknown-voice',
    withCalls((engine) => (unit, options) => engine.synthesize({ ...unit, voiceCode: 'fake' }, options)),
  ],
  [
    'ignores speed',
    'speed/changes-length',
    withCalls((engine) => (unit, options) => engine.synthesize({ ...unit, speed: 1 }, options)),
  ],
  [
    'is 15 % off at speed 1.9',
    'speed/changes-length',
    withCalls(
      (engine) => (unit, options) =>
        engine.synthesize({ ...unit, speed: unit.speed === 1.9 ? 1.9 * 0.87 : unit.speed }, options),
    ),
  ],
  [
    'ignores emphasis',
    'emphasis/changes-audio',
    withCalls(
      (engine) =>
        ({ emphasisIntensity: _, ...unit }, options) =>
          engine.synthesize(unit, options),
    ),
  ],
  [
    'ignores pronunciations',
    'pronunciation/changes-audio',
    withCalls(
      (engine) =>
        ({ pronunciations: _, ...unit }, options) =>
          engine.synthesize(unit, options),
    ),
  ],
  [
    'mixes up parallel units',
    'parallel/as-alone',
    () => {
      const engine = sound();
      const asked: SynthesisUnit[] = [];
      return {
        ...engine,
        async *synthesize(unit, options) {
          asked.push(unit);
          await Promise.resolve();
          yield* engine.synthesize(asked.pop() ?? unit, options);
        },
      };
    },
  ],
  ['ignores an abort', 'abort/before', withCalls((engine) => (unit) => engine.synthesize(unit))],
  ['ignores an abort', 'abort/during', withCalls((engine) => (unit) => engine.synthesize(unit))],
  ['ignores an abort', 'abort/queued', withCalls((engine) => (unit) => engine.synthesize(unit))],
  [
    'ends short instead of rejecting when aborted',
    'abort/during',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          for await (const chunk of engine.synthesize(unit)) {
            if (options?.signal?.aborted) return;
            yield chunk;
          }
        },
    ),
  ],
  [
    'is dead after an abort',
    'abort/before',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          options?.signal?.addEventListener('abort', () => void engine.close());
          if (options?.signal?.aborted) await engine.close();
          yield* engine.synthesize(unit, options);
        },
    ),
  ],
  [
    'closes at an abort after the end',
    'abort/after',
    withCalls((engine) => (unit, options) => {
      options?.signal?.addEventListener('abort', () => void engine.close());
      return engine.synthesize(unit, options);
    }),
  ],
  [
    'throws a plain error when aborted',
    'abort/before',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          options?.signal?.throwIfAborted();
          yield* engine.synthesize(unit, options);
        },
    ),
  ],
  ['is dead after its consumer has left', 'abort/by-leaving', atEarlyEnds((engine) => engine.close())],
  [
    'synthesizes after close',
    'close/before-unit',
    withCalls(
      (engine) => engine.synthesize,
      () => ({ close: async () => {} }),
    ),
  ],
  [
    'ends a unit without an error when closed',
    'close/during-unit',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          try {
            yield* engine.synthesize(unit, options);
          } catch {}
        },
    ),
  ],
];

proveCases({
  of: 'synthesis engine',
  cases: SYNTHESIS_CASES,
  mutants: [
    ...MUTANTS,
    ...AUDIO_VARIANTS,
    ...CALL_VARIANTS,
    ...TEXT_VARIANTS,
    ...LIFE_VARIANTS,
    ...END_VARIANTS,
    ...WORKER_VARIANTS,
    ...PRONUNCIATION_VARIANTS,
    ...RANGE_VARIANTS,
  ],
  sound,
  evaluate: (one, create) => evaluateSynthesis(one, create, { crashWorker: worker.crash }),
});
