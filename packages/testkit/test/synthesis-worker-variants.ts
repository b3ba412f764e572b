import { setImmediate } from 'node:timers/promises';
import type { LoadState, SynthesisEngine } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { speak } from '../src/conformance/synthesis/listening.ts';
import { leaveFile } from './leaked-channels.ts';
import { sinceEvent, sound, withCalls } from './sound-synthesis.ts';

/** Engines whose workers are broken: loading, unloading, what they leave. */
export const WORKER_VARIANTS: readonly (readonly [string, string, () => SynthesisEngine])[] = [
  ['cuts off a unit when it is unloaded', 'worker/unloaded', sinceEvent('unload', () => [])],
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
    'leaves a file for each unit',
    'worker/no-file-left',
    withCalls((engine) => (unit, options) => {
      leaveFile();
      return engine.synthesize(unit, options);
    }),
  ],
];
