import { setImmediate } from 'node:timers/promises';
import type { EngineCallOptions, SynthesisEngine, SynthesisUnit } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { speak } from '../src/conformance/synthesis/listening.ts';
import { tone } from '../src/signals/tone.ts';
import { computeFor } from './busy.ts';
import { hang, passTime } from './passing-time.ts';
import { sinceEvent, sound, withCalls, withWhole, worker } from './sound-synthesis.ts';

/** A long unit takes more than a second. */
const COMPUTING_MS_PER_CHAR = 5;
/** What native code was asked for last, by whichever engine. */
let native: { readonly owner: SynthesisEngine; readonly unit: SynthesisUnit };
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

/** Engines that are broken in their life: slots, reports, health, first units. */
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
    'repeats what it says when it is warmed',
    'unit/undisturbed',
    sinceEvent('warm', (chunk) => [chunk, chunk.slice()]),
  ],
  [
    'is unloaded during a unit',
    'unit/undisturbed',
    sinceEvent('unload', () => {
      throw new SpeechError('ENGINE_UNAVAILABLE', 'Nothing is loaded.');
    }),
  ],
  [
    'speaks the first unit after it was unloaded in its first voice',
    'unit/same-after-anything',
    () => {
      const engine = sound();
      let isFresh = false;
      return {
        ...engine,
        unload: async () => {
          isFresh = true;
          await engine.unload?.();
        },
        synthesize: (unit, options) => {
          const voiceCode = (isFresh && engine.voices[0]?.code) || unit.voiceCode;
          isFresh = false;
          return engine.synthesize({ ...unit, voiceCode }, options);
        },
      };
    },
  ],
  [
    'speaks again when it is warmed after its close',
    'worker/closed-while-warming',
    () => {
      let engine = sound();
      let isClosed = false;
      return {
        ...engine,
        warm: async () => {
          if (isClosed) engine = sound();
          await engine.warm();
        },
        synthesize: (unit, options) => engine.synthesize(unit, options),
        close: () => {
          isClosed = true;
          return engine.close();
        },
      };
    },
  ],
  [
    'takes its close for an abort when a unit has begun',
    'close/during-unit',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          let hasBegun = false;
          try {
            for await (const chunk of engine.synthesize(unit, options)) {
              hasBegun = true;
              yield chunk;
            }
          } catch (error) {
            throw hasBegun && SpeechError.is(error) ? SpeechError.aborted() : error;
          }
        },
    ),
  ],
  [
    'has one unit for all engines of the process',
    'parallel/beside-another-engine',
    () => {
      const engine = sound();
      return {
        ...engine,
        async *synthesize(unit, options) {
          native = { owner: engine, unit };
          // The engine has to refuse what it cannot speak.
          const [first, ...rest] = await Array.fromAsync(engine.synthesize(unit, options));
          if (native.owner !== engine) yield* engine.synthesize(native.unit, options);
          else yield* first ? [first, ...rest] : [];
        },
      };
    },
  ],
  [
    'has only its first voice after a crash',
    'unit/same-after-anything',
    withCalls((engine) => {
      const { crashes } = worker;
      const [first] = engine.voices;
      return (unit, options) =>
        engine.synthesize(
          worker.crashes > crashes && first ? { ...unit, voiceCode: first.code } : unit,
          options,
        );
    }),
  ],
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
    'blocks its process while it synthesizes',
    'calls/others-get-turns',
    withWhole((samples, { text }) => {
      computeFor(COMPUTING_MS_PER_CHAR * text.length);
      return samples;
    }),
  ],
];
