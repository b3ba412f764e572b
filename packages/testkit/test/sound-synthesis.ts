import { setImmediate } from 'node:timers/promises';
import type { SynthesisEngine, SynthesisUnit } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { speak } from '../src/conformance/synthesis/listening.ts';
import { fakeSynthesisEngine } from '../src/fakes/fake-synthesis-engine.ts';
import { fakeVoice } from '../src/fakes/fake-voice.ts';
import { computeFor } from './busy.ts';
import { crashSwitch } from './crash-switch.ts';
import { unloading } from './unloading.ts';

/** For each chunk, so that a long unit takes enough processor time to be measured. */
const COMPUTING_MS = 2;
const LONG_CHARS = 200;
/** Far longer than it takes to pass on a chunk. */
export const CHUNK_MS = 3;
/** The worker of every engine. */
export const worker = crashSwitch();

/** A correct engine with two voices that streams. */
export function sound(): SynthesisEngine {
  const engine = fakeSynthesisEngine({
    voices: [
      fakeVoice({ supportsEmphasis: true, sounds: ['a', 'e', 'm', 't'] }),
      fakeVoice({ code: 'other' }),
    ],
    script: { chunkSamples: 4000 },
  });
  const synthesize: SynthesisEngine['synthesize'] = async function* (unit, options) {
    const chunks = engine.synthesize(unit, options)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await worker.during(chunks.next());
        if (next.done === true) return;
        if (unit.text.length >= LONG_CHARS) computeFor(COMPUTING_MS);
        yield next.value;
      }
    } finally {
      await chunks.return?.();
    }
  };
  return unloading({ ...engine, synthesize }, 'synthesize');
}

/** Changes each returned chunk. */
export function withChunks(
  change: (chunk: Float32Array, unit: SynthesisUnit) => Float32Array,
): () => SynthesisEngine {
  return () => {
    const engine = sound();
    return {
      ...engine,
      async *synthesize(unit, options) {
        for await (const chunk of engine.synthesize(unit, options)) yield change(chunk, unit);
      },
    };
  };
}

/** Changes a whole unit: its samples, in chunks as before. */
export function withWhole(
  change: (samples: Float32Array, unit: SynthesisUnit) => Float32Array,
): () => SynthesisEngine {
  return withCalls(
    (engine) =>
      async function* (unit, options) {
        const whole = change(await speak(engine, unit, options), unit);
        for (let at = 0; at < whole.length; at += 4000) yield whole.slice(at, at + 4000);
      },
  );
}

/** Changes each call. */
export function withCalls(
  synthesize: (engine: SynthesisEngine) => SynthesisEngine['synthesize'],
  members: (engine: SynthesisEngine) => Partial<SynthesisEngine> = () => ({}),
): () => SynthesisEngine {
  return () => {
    const engine = sound();
    return { ...engine, synthesize: synthesize(engine), ...members(engine) };
  };
}

/** Does something else with each chunk of a unit, once the engine was warmed or unloaded during it. */
export function sinceEvent(
  event: 'warm' | 'unload',
  change: (chunk: Float32Array) => readonly Float32Array[],
): () => SynthesisEngine {
  return () => {
    const engine = sound();
    let events = 0;
    return {
      ...engine,
      [event]: async () => {
        events += 1;
        await engine[event]?.();
      },
      async *synthesize(unit, options) {
        const before = events;
        for await (const chunk of engine.synthesize(unit, options))
          yield* events > before ? change(chunk) : [chunk];
      },
    };
  };
}

/** Does something more when a unit ends before its last chunk. */
export function atEarlyEnds(
  act: (engine: SynthesisEngine) => Promise<void> | undefined,
): () => SynthesisEngine {
  return withCalls(
    (engine) =>
      async function* (unit, options) {
        let isWhole = false;
        try {
          yield* engine.synthesize(unit, options);
          isWhole = true;
        } finally {
          if (!isWhole) await act(engine);
        }
      },
  );
}

/** A buffer that broken engines use again and again. */
export const shared = new Float32Array(1_000_000);

/** Rejects correctly at an abort, but synthesizes the unit to its end, which takes this much longer for each chunk. */
export function computingOn(chunkMs: number): () => SynthesisEngine {
  return withCalls(
    (engine) =>
      async function* (unit, { signal } = {}) {
        const made: Float32Array[] = [];
        let isOver = false;
        const making = (async () => {
          for await (const chunk of engine.synthesize(unit)) {
            made.push(chunk);
            computeFor(chunkMs);
            await setImmediate();
          }
        })().finally(() => {
          isOver = true;
        });
        // After an abort nobody handles its rejection.
        making.catch(() => undefined);
        while (!isOver || made.length > 0) {
          if (signal?.aborted) throw SpeechError.aborted(signal);
          yield* made.splice(0);
          await setImmediate();
        }
        await making;
      },
  );
}

/** 50 ms. */
export const LOST_SAMPLES = 800;

/** @returns all but the last 50 ms */
export function withoutEnd(samples: Float32Array): Float32Array {
  return samples.slice(0, -LOST_SAMPLES);
}

export function amplified(samples: Float32Array, gain: number): Float32Array {
  return samples.map((sample) => sample * gain);
}
