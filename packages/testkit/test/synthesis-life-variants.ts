import { setImmediate } from 'node:timers/promises';
import type { EngineCallOptions, LoadState, SynthesisEngine, SynthesisUnit } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { speak } from '../src/conformance/synthesis/listening.ts';
import { tone } from '../src/signals/tone.ts';
import { computeFor } from './busy.ts';
import { leaveFile } from './leaked-channels.ts';
import { hang, passTime } from './passing-time.ts';
import { sound, withCalls } from './sound-synthesis.ts';

/** A long unit takes more than a second. */
const COMPUTING_MS_PER_CHAR = 5;
/** How a call ended. */
type Ending = 'done' | 'left' | 'aborted' | 'refused' | 'failed';

/** Lets a unit pass, and says how it ended. */
async function* watched(
  engine: SynthesisEngine,
  unit: SynthesisUnit,
  options: EngineCallOptions | undefined,
  onEnding: (ending: Ending) => void,
): AsyncGenerator<Float32Array> {
  let ending: Ending = 'left';
  try {
    yield* engine.synthesize(unit, options);
    ending = 'done';
  } catch (error) {
    const code = SpeechError.from(error).code;
    ending = { ABORTED: 'aborted', VOICE_NOT_FOUND: 'refused', TEXT_TOO_LONG: 'refused' }[
      code as string
    ] as Ending;
    ending ??= 'failed';
    throw error;
  } finally {
    onEnding(ending);
  }
}

/** Has as many slots as its concurrency, and frees none whose call ended in a certain way. */
function keepingSlots(kept: Ending): () => SynthesisEngine {
  return () => {
    passTime();
    const engine = sound();
    let free = engine.capabilities.concurrency;
    let waiting: (() => void)[] = [];
    return {
      ...engine,
      async *synthesize(unit, options) {
        while (free === 0) await Promise.race([hang(), new Promise<void>((go) => waiting.push(go))]);
        free -= 1;
        yield* watched(engine, unit, options, (ending) => {
          if (ending === kept) return;
          free += 1;
          const woken = waiting;
          waiting = [];
          for (const go of woken) go();
        });
      },
    };
  };
}

/** Reports the beginning and the end of its calls, but not after a certain ending. */
function reportingUnless(silent: Ending): () => SynthesisEngine {
  const create = withCalls(
    (engine) =>
      async function* (unit, options) {
        options?.onStart?.();
        yield* watched(engine, unit, options, (ending) => {
          if (ending !== silent) options?.onEnd?.();
        });
      },
  );
  return () => {
    passTime();
    return create();
  };
}

/** Has a problem for ever after a call that ended in a certain way. */
function illAfter(cause: Ending): () => SynthesisEngine {
  return () => {
    const engine = sound();
    let problem: string | undefined;
    return {
      ...engine,
      problem: () => problem,
      synthesize: (unit, options) =>
        watched(engine, unit, options, (ending) => {
          if (ending === cause) problem = 'A call failed.';
        }),
    };
  };
}

/** How many engines of a broken plugin were closed. */
let closedEngines = 0;

/** Engines that are broken in their life: slots, health, loading, closing. */
export const LIFE_VARIANTS: readonly (readonly [string, string, () => SynthesisEngine])[] = [
  ['keeps the slot of a unit whose consumer left', 'calls/places-freed', keepingSlots('left')],
  ['keeps the slot of an aborted unit', 'calls/places-freed', keepingSlots('aborted')],
  ['keeps the slot of a refused unit', 'calls/places-freed', keepingSlots('refused')],
  [
    'does not report the end of a unit whose consumer left',
    'calls/started-and-ended',
    reportingUnless('left'),
  ],
  ['does not report the end of a refused unit', 'calls/started-and-ended', reportingUnless('refused')],
  [
    'reports the start of units that still wait',
    'calls/started-and-ended',
    () => {
      const engine = sound();
      let last: Promise<unknown> = Promise.resolve();
      return {
        ...engine,
        capabilities: { ...engine.capabilities, concurrency: 1 },
        synthesize(unit, options) {
          const before = last;
          const { promise, resolve } = Promise.withResolvers<void>();
          last = promise;
          return (async function* () {
            options?.onStart?.();
            await before;
            try {
              yield* engine.synthesize(unit, options);
            } finally {
              options?.onEnd?.();
              resolve();
            }
          })();
        },
      };
    },
  ],
  [
    'reports the end of a unit before its start',
    'calls/started-and-ended',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          options?.onEnd?.();
          options?.onStart?.();
          yield* engine.synthesize(unit, options);
        },
    ),
  ],
  ['has a problem after an abort', 'unit/same-after-anything', illAfter('aborted')],
  ['has a problem after a refused unit', 'unit/same-after-anything', illAfter('refused')],
  [
    'begins with the end of an aborted unit',
    'unit/same-after-anything',
    () => {
      const engine = sound();
      let rest: Float32Array | undefined;
      return {
        ...engine,
        async *synthesize(unit, options) {
          if (rest) yield rest;
          rest = undefined;
          let count = 0;
          try {
            for await (const chunk of engine.synthesize(unit, options)) {
              count += 1;
              yield chunk;
            }
          } catch (error) {
            if (count > 1) rest = tone({ frequencyHz: 300, sampleRateHz: 16_000, lengthSamples: 4000 });
            throw error;
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
    'begins its first unit with what it said while warming',
    'unit/same-after-warming',
    () => {
      const engine = sound();
      let rest: Float32Array | undefined;
      let isWarm = false;
      return {
        ...engine,
        warm: async () => {
          if (!isWarm) rest = tone({ frequencyHz: 300, sampleRateHz: 16_000, lengthSamples: 800 });
          isWarm = true;
        },
        async *synthesize(unit, options) {
          const before = rest;
          isWarm = true;
          rest = undefined;
          if (before) yield before;
          yield* engine.synthesize(unit, options);
        },
      };
    },
  ],
  [
    'cuts off units that come while it loads',
    'parallel/while-loading',
    () => {
      const engine = sound();
      let loading = 0;
      let isLoaded = false;
      return {
        ...engine,
        async *synthesize(unit, options) {
          loading += 1;
          const isEarly = !isLoaded && loading > 1;
          await setImmediate();
          isLoaded = true;
          const samples = await speak(engine, unit, options);
          if (samples.length > 0) yield isEarly ? samples.slice(0, samples.length / 2) : samples;
        },
      };
    },
  ],
  [
    'waits with all units until one was read',
    'parallel/unread-units',
    () => {
      passTime();
      const engine = sound();
      let last: Promise<unknown> = Promise.resolve();
      return {
        ...engine,
        async *synthesize(unit, options) {
          const before = last;
          const { promise, resolve } = Promise.withResolvers<void>();
          last = promise;
          await before;
          try {
            yield* engine.synthesize(unit, options);
          } finally {
            resolve();
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
    withCalls(
      (engine) =>
        async function* (unit, options) {
          let isWhole = false;
          try {
            yield* engine.synthesize(unit, options);
            isWhole = true;
          } finally {
            if (!isWhole) void Promise.reject(new SpeechError('ABORTED', 'The consumer left.'));
          }
        },
    ),
  ],
  ['has a negative amount of memory', 'worker/health', () => ({ ...sound(), residentBytes: () => -1 })],
  [
    'is loading for ever after it was warmed',
    'worker/health',
    () => {
      const engine = sound();
      let loadState: LoadState = 'unloaded';
      return {
        ...engine,
        unload: async () => {},
        get loadState() {
          return loadState;
        },
        warm: async () => {
          loadState = 'loading';
        },
        synthesize(unit, options) {
          loadState = 'loaded';
          return engine.synthesize(unit, options);
        },
      };
    },
  ],
  [
    'fails when asked for a problem',
    'worker/health',
    () => ({
      ...sound(),
      problem: () => {
        throw new TypeError('There is no worker.');
      },
    }),
  ],
  [
    'is not loaded by warming after it was unloaded',
    'worker/unloaded',
    () => {
      const engine = sound();
      let isWarm = false;
      return {
        ...engine,
        get loadState(): LoadState {
          return engine.residentBytes?.() === undefined ? 'unloaded' : 'loaded';
        },
        warm: async () => {
          if (!isWarm) await speak(engine, { text: 'a', voiceCode: 'fake', speed: 1 });
          isWarm = true;
        },
      };
    },
  ],
  [
    'fails to warm when it is unloaded meanwhile',
    'worker/unloaded',
    () => {
      const engine = sound();
      let unloads = 0;
      return {
        ...engine,
        warm: async () => {
          const before = unloads;
          await setImmediate();
          if (unloads > before) throw new SpeechError('ENGINE_CRASHED', 'The worker ended.');
        },
        unload: async () => {
          unloads += 1;
          await engine.unload?.();
        },
      };
    },
  ],
  [
    'cannot be let go after it was closed',
    'worker/unloaded',
    () => {
      const engine = sound();
      let isClosed = false;
      return {
        ...engine,
        keepLoaded: () => {
          const release = engine.keepLoaded?.();
          return () => {
            if (isClosed) throw new TypeError('There is no pool.');
            release?.();
          };
        },
        close: async () => {
          isClosed = true;
          await engine.close();
        },
      };
    },
  ],
  [
    'blocks its process while it synthesizes',
    'calls/others-get-turns',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          const samples = await speak(engine, unit, options);
          computeFor(COMPUTING_MS_PER_CHAR * unit.text.length);
          for (let at = 0; at < samples.length; at += 4000) yield samples.slice(at, at + 4000);
        },
    ),
  ],
  [
    'leaves a file for each unit',
    'worker/no-file-left',
    withCalls((engine) => (unit, options) => {
      leaveFile();
      return engine.synthesize(unit, options);
    }),
  ],
];
