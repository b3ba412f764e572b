import type { SynthesisEngine, SynthesisUnit } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { speak } from '../src/conformance/synthesis/listening.ts';
import { listenForEver } from './busy.ts';
import { passTime } from './passing-time.ts';
import { amplified, sound, withCalls, withChunks, withoutEnd, withWhole } from './sound-synthesis.ts';

/** Changes the audio of all units after one that failed in a certain way. */
function damagedAfter(
  isCause: (error: unknown) => boolean,
  change: (samples: Float32Array) => Float32Array,
): () => SynthesisEngine {
  return () => {
    const engine = sound();
    let isDamaged = false;
    return {
      ...engine,
      async *synthesize(unit, options) {
        try {
          const samples = await speak(engine, unit, options);
          if (samples.length > 0) yield isDamaged ? change(samples) : samples;
        } catch (error) {
          isDamaged ||= isCause(error);
          throw error;
        }
      },
    };
  };
}

/** Leaves words of each text out. */
function withWords(spoken: (words: readonly string[]) => readonly string[]): () => SynthesisEngine {
  return withCalls(
    (engine) => (unit, options) =>
      engine.synthesize({ ...unit, text: spoken(unit.text.split(' ')).join(' ') }, options),
  );
}

const isCode =
  (code: string) =>
  (error: unknown): boolean =>
    SpeechError.is(error) && error.code === code;

/** Changes the audio of units while others are in progress. */
function changingInParallel(change: (samples: Float32Array) => Float32Array): () => SynthesisEngine {
  return () => {
    const engine = sound();
    let running = 0;
    return {
      ...engine,
      async *synthesize(unit, options) {
        running += 1;
        const isAlone = running === 1;
        try {
          const samples = await speak(engine, unit, options);
          if (samples.length > 0) yield isAlone ? samples : change(samples);
        } finally {
          running -= 1;
        }
      },
    };
  };
}

/** Gives units what an earlier one had, unless they have it themselves. */
const keeping = (member: 'emphasisIntensity' | 'pronunciations') =>
  withCalls((engine) => {
    let kept: Partial<SynthesisUnit> = {};
    return (unit, options) => {
      if (unit[member] !== undefined) kept = { [member]: unit[member] };
      return engine.synthesize({ ...kept, ...unit }, options);
    };
  });

/** Gives units that are spoken at the same time what the first of them has. */
const together = (change: (first: SynthesisUnit, unit: SynthesisUnit) => Partial<SynthesisUnit>) =>
  withCalls((engine) => {
    const running: SynthesisUnit[] = [];
    return async function* (unit, options) {
      running.push(unit);
      try {
        yield* engine.synthesize({ ...unit, ...change(running[0] ?? unit, unit) }, options);
      } finally {
        running.splice(running.indexOf(unit), 1);
      }
    };
  });

/** Engines that are broken for some calls: short ones, after one event, in parallel. */
export const CALL_VARIANTS: readonly (readonly [string, string, () => SynthesisEngine])[] = [
  [
    'speaks parallel units at the speed of the first',
    'parallel/as-alone',
    together(({ speed }) => ({ speed })),
  ],
  [
    'speaks parallel units by the voice of the first',
    'parallel/as-alone',
    together(({ voiceCode }, unit) => (unit.voiceCode === 'other' ? { voiceCode } : {})),
  ],
  [
    'speaks parallel units with the emphasis of the first',
    'parallel/as-alone',
    together(({ emphasisIntensity = 0 }) => ({ emphasisIntensity })),
  ],
  [
    'takes its first voice for its second after unloading',
    'unit/same-after-anything',
    () => {
      const engine = sound();
      let wasUnloaded = false;
      return {
        ...engine,
        unload: async () => {
          await engine.unload?.();
          wasUnloaded = true;
        },
        synthesize: (unit, options) =>
          engine.synthesize(
            wasUnloaded && unit.voiceCode === 'other'
              ? { ...unit, voiceCode: engine.voices[0]?.code ?? '' }
              : unit,
            options,
          ),
      };
    },
  ],
  [
    'says nothing for a single word',
    'unit/shortest',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          if (unit.text.includes(' ')) yield* engine.synthesize(unit, options);
        },
    ),
  ],
  ['skips the fifth word', 'unit/speaks-every-word', withWords((words) => words.toSpliced(4, 1))],
  [
    'skips a certain word',
    'unit/speaks-every-word',
    withWords((words) => words.filter((word) => word !== 'smooth')),
  ],
  [
    'skips two words in the middle of a long text',
    'unit/speaks-every-word',
    withWords((words) => (words.length > 20 ? words.toSpliced(Math.round(words.length / 2) - 1, 2) : words)),
  ],
  [
    'speaks long texts at speed 1',
    'speed/changes-length',
    withCalls(
      (engine) => (unit, options) =>
        engine.synthesize(unit.text.length > 100 ? { ...unit, speed: 1 } : unit, options),
    ),
  ],
  [
    'counts UTF-16 code units',
    'unit/counts-code-points',
    withCalls((engine) => (unit, options) => {
      if (unit.text.length > engine.capabilities.maxUnitChars)
        throw new SpeechError('TEXT_TOO_LONG', `The unit has ${unit.text.length} characters.`);
      return engine.synthesize(unit, options);
    }),
  ],
  [
    'loses the last 50 ms from the third unit on',
    'unit/same-again',
    () => {
      let units = 0;
      const lossy = withWhole((samples) => {
        units += 1;
        return units < 3 ? samples : withoutEnd(samples);
      });
      return lossy();
    },
  ],
  ['keeps emphasis for later units', 'unit/same-after-anything', keeping('emphasisIntensity')],
  ['keeps pronunciations for later units', 'unit/same-after-anything', keeping('pronunciations')],
  [
    'loses the last 50 ms after an abort',
    'unit/same-after-anything',
    damagedAfter(isCode('ABORTED'), withoutEnd),
  ],
  [
    'is 6 dB quieter after a unit that was too long',
    'unit/same-after-anything',
    damagedAfter(isCode('TEXT_TOO_LONG'), (samples) => amplified(samples, 0.5)),
  ],
  [
    'is 6 dB quieter after an unknown voice',
    'unit/same-after-anything',
    damagedAfter(isCode('VOICE_NOT_FOUND'), (samples) => amplified(samples, 0.5)),
  ],
  [
    'speaks at the speed of the unit before',
    'unit/same-after-anything',
    () => {
      const engine = sound();
      let before = 1;
      const synthesize: SynthesisEngine['synthesize'] = (unit, options) => {
        const speed = before;
        before = unit.speed;
        return engine.synthesize({ ...unit, speed }, options);
      };
      return { ...engine, synthesize };
    },
  ],
  [
    'begins with the rest of a unit whose consumer left',
    'unit/same-after-anything',
    () => {
      const engine = sound();
      let rest: Float32Array[] = [];
      return {
        ...engine,
        async *synthesize(unit, options) {
          rest.push(...(await Array.fromAsync(engine.synthesize(unit, options))));
          for (let chunk = rest.shift(); chunk !== undefined; chunk = rest.shift()) yield chunk;
          rest = [];
        },
      };
    },
  ],
  [
    'does not load again after unloading',
    'unit/same-after-anything',
    () => {
      const engine = sound();
      return { ...engine, unload: () => engine.close() };
    },
  ],
  [
    'speaks faster after warming',
    'unit/same-after-anything',
    () => {
      const engine = sound();
      let speedUp = 1;
      return {
        ...engine,
        warm: async () => {
          speedUp = 1.05;
        },
        synthesize: (unit, options) => engine.synthesize({ ...unit, speed: unit.speed * speedUp }, options),
      };
    },
  ],
  ['loses the last 50 ms of parallel units', 'parallel/as-alone', changingInParallel(withoutEnd)],
  [
    'speaks a unit at the speed of the one that was asked for last',
    'parallel/as-alone',
    withCalls((engine) => {
      let speed = 1;
      return (unit, options) => {
        ({ speed } = unit);
        return (async function* () {
          yield* engine.synthesize({ ...unit, speed }, options);
        })();
      };
    }),
  ],
  [
    'keeps listening for the abort of a refused unit',
    'abort/no-listener-left',
    withCalls((engine) => (unit, options) => {
      if (engine.voices.every(({ code }) => code !== unit.voiceCode)) listenForEver(options?.signal);
      return engine.synthesize(unit, options);
    }),
  ],
  [
    'is a little quieter in parallel',
    'parallel/as-alone',
    changingInParallel((samples) => amplified(samples, 0.9)),
  ],
  [
    'plays its samples faster or slower for other speeds',
    'speed/changes-length',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          const plain = await speak(engine, { ...unit, speed: 1 }, options);
          yield Float32Array.from(
            { length: Math.round(plain.length / unit.speed) },
            (_, at) => plain[Math.floor(at * unit.speed)] ?? 0,
          );
        },
    ),
  ],
  [
    'inverts speed',
    'speed/changes-length',
    withCalls((engine) => (unit, options) => engine.synthesize({ ...unit, speed: 1 / unit.speed }, options)),
  ],
  [
    'is 12 dB quieter at a speed other than 1',
    'speed/changes-length',
    withChunks((chunk, { speed }) => (speed === 1 ? chunk : amplified(chunk, 0.25))),
  ],
  [
    'ignores speed for its second voice',
    'speed/changes-length',
    withCalls(
      (engine) => (unit, options) =>
        engine.synthesize(unit.voiceCode === 'other' ? { ...unit, speed: 1 } : unit, options),
    ),
  ],
  [
    'returns NaN at full emphasis',
    'emphasis/changes-audio',
    withChunks((chunk, { emphasisIntensity }) =>
      emphasisIntensity === 100 ? chunk.fill(Number.NaN, 7, 8) : chunk,
    ),
  ],
  [
    'is silent if a pronunciation is given',
    'pronunciation/changes-audio',
    withChunks((chunk, { pronunciations = [] }) => (pronunciations.length > 0 ? chunk.fill(0) : chunk)),
  ],
  [
    'pronounces only the first word',
    'pronunciation/changes-audio',
    withCalls((engine) => ({ pronunciations = [], ...unit }, options) => {
      const first = pronunciations.map((one) => ({ ...one, start: 0, end: unit.text.indexOf(' ') }));
      return engine.synthesize({ ...unit, pronunciations: first.slice(0, 1) }, options);
    }),
  ],
  [
    'uses only the first pronunciation',
    'pronunciation/changes-audio',
    withCalls(
      (engine) =>
        ({ pronunciations = [], ...unit }, options) =>
          engine.synthesize({ ...unit, pronunciations: pronunciations.slice(0, 1) }, options),
    ),
  ],
  [
    'changes the unit that it gets',
    'unit/same-again',
    withCalls((engine) => (unit, options) => {
      Object.assign(unit, { text: unit.text.toLowerCase() });
      return engine.synthesize(unit, options);
    }),
  ],
  [
    'never reports the end of a unit',
    'calls/started-and-ended',
    () => {
      passTime();
      const engine = sound();
      return {
        ...engine,
        synthesize(unit, options) {
          options?.onStart?.();
          return engine.synthesize(unit, options);
        },
      };
    },
  ],
  [
    'reports only the end of a unit',
    'calls/started-and-ended',
    withCalls((engine) => (unit, options) => {
      options?.onEnd?.();
      return engine.synthesize(unit, options);
    }),
  ],
  [
    'does not report the end of an aborted unit',
    'calls/started-and-ended',
    () => {
      passTime();
      const engine = sound();
      return {
        ...engine,
        async *synthesize(unit, options) {
          options?.onStart?.();
          yield* engine.synthesize(unit, options);
          options?.onEnd?.();
        },
      };
    },
  ],
  [
    'keeps every third unit',
    'memory/units-released',
    () => {
      const kept: Float32Array[] = [];
      let units = 0;
      return withWhole((samples) => {
        units += 1;
        if (units % 3 === 0) kept.push(samples.slice());
        return samples;
      })();
    },
  ],
  [
    'keeps numbers of every unit',
    'memory/units-released',
    () => {
      const kept: number[][] = [];
      return withChunks((chunk) => {
        kept.push(Array.from(chunk.subarray(0, 1000)));
        return chunk;
      })();
    },
  ],
];
