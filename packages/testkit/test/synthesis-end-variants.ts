import { setImmediate } from 'node:timers/promises';
import type { SynthesisEngine } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { speak } from '../src/conformance/synthesis/listening.ts';
import { failAtReason } from './abort-reason-mutants.ts';
import { hang, passTime } from './passing-time.ts';
import { atEarlyEnds, CHUNK_MS, computingOn, sound, withCalls } from './sound-synthesis.ts';

/** How many engines of a broken plugin were closed. */
let closedEngines = 0;

/** Engines that are broken at an abort, when their consumer leaves, or at their close. */
export const END_VARIANTS: readonly (readonly [string, string, () => SynthesisEngine])[] = [
  [
    'ignores an abort after its third chunk',
    'abort/after-the-first-chunk',
    withCalls(
      (engine) =>
        async function* (unit, { signal } = {}) {
          let count = 0;
          for await (const chunk of engine.synthesize(unit)) {
            if (count < 3 && signal?.aborted) throw SpeechError.aborted(signal);
            count += 1;
            yield chunk;
          }
        },
    ),
  ],
  ['continues computing after its consumer left', 'abort/leaving-stops-the-work', computingOn(CHUNK_MS)],
  [
    'listens only for the last call with a signal',
    'abort/queued',
    withCalls(
      (engine) =>
        async function* (unit, { signal } = {}) {
          if (signal?.aborted) throw SpeechError.aborted(signal);
          const aborted = Promise.withResolvers<never>();
          if (signal) signal.onabort = () => aborted.reject(SpeechError.aborted(signal));
          yield await Promise.race([speak(engine, unit), aborted.promise]);
        },
    ),
  ],
  [
    'ends all units at the abort of one',
    'abort/queued',
    () => {
      const engine = sound();
      let aborts = 0;
      return {
        ...engine,
        async *synthesize(unit, options) {
          const before = aborts;
          options?.signal?.addEventListener('abort', () => {
            aborts += 1;
          });
          const samples = await speak(engine, unit, options);
          yield aborts > before ? samples.slice(0, samples.length / 2) : samples;
        },
      };
    },
  ],
  [
    'takes an abort with a reason for a failure',
    'abort/during',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          try {
            yield* engine.synthesize(unit, options);
          } catch (error) {
            failAtReason(options?.signal)(error);
          }
        },
    ),
  ],
  [
    'waits at its close until each unit was read',
    'close/while-nobody-reads',
    () => {
      passTime();
      const engine = sound();
      const reading = new Set<Promise<void>>();
      return {
        ...engine,
        async *synthesize(unit, options) {
          const read = Promise.withResolvers<void>();
          reading.add(read.promise);
          try {
            yield* engine.synthesize(unit, options);
          } finally {
            read.resolve();
          }
        },
        close: async () => {
          await Promise.all(reading);
          await engine.close();
        },
      };
    },
  ],
  [
    'hangs when it is aborted',
    'abort/during',
    () => {
      passTime();
      const engine = sound();
      return {
        ...engine,
        async *synthesize(unit, { signal } = {}) {
          for await (const chunk of engine.synthesize(unit)) {
            if (signal?.aborted) await hang();
            yield chunk;
          }
        },
      };
    },
  ],
  [
    'remembers a unit as what was read of it',
    'abort/by-leaving',
    () => {
      const engine = sound();
      const known = new Map<string, Float32Array[]>();
      return {
        ...engine,
        async *synthesize(unit, options) {
          const key = JSON.stringify(unit);
          const before = known.get(key);
          const calls = engine.synthesize({ ...unit }, options);
          if (before) {
            const chunks = calls[Symbol.asyncIterator]();
            // Refuses and aborts as it should.
            const first = await chunks.next();
            await chunks.return?.();
            if (first.done !== true) yield* before.map((chunk) => chunk.slice());
            return;
          }
          const read: Float32Array[] = [];
          try {
            for await (const chunk of calls) {
              read.push(chunk.slice());
              yield chunk;
            }
          } finally {
            if (read.length > 0) known.set(key, read);
          }
        },
      };
    },
  ],
  [
    'closes all of its plugin when it is closed',
    'close/other-engine',
    () => {
      const engine = sound();
      const created = closedEngines;
      return {
        ...engine,
        async *synthesize(unit, options) {
          if (closedEngines > created) throw new SpeechError('SHUTTING_DOWN', 'The engine is closed.');
          yield* engine.synthesize(unit, options);
        },
        close: async () => {
          closedEngines += 1;
          await engine.close();
        },
      };
    },
  ],
  [
    'forgets waiting units when it is closed',
    'close/waiting-units',
    () => {
      passTime();
      const engine = sound();
      let running = 0;
      let isClosed = false;
      return {
        ...engine,
        async *synthesize(unit, options) {
          while (running >= engine.capabilities.concurrency) {
            await setImmediate();
            if (options?.signal?.aborted) throw SpeechError.aborted(options.signal);
            if (isClosed) await hang();
          }
          running += 1;
          try {
            for await (const chunk of engine.synthesize(unit, options)) {
              await setImmediate();
              yield chunk;
            }
          } finally {
            running -= 1;
          }
        },
        close: async () => {
          isClosed = true;
          await engine.close();
        },
      };
    },
  ],
  [
    'leaves a rejection of its own when its consumer leaves',
    'abort/by-leaving',
    atEarlyEnds(() => void Promise.reject(new SpeechError('ABORTED', 'The consumer left.'))),
  ],
];
