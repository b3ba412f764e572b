import {
  type EngineCallOptions,
  type SegmentCacheFigures,
  SpeechError,
  type SynthesisEngine,
  type SynthesisUnit,
} from '@parlance/core';
import { LRUCache } from 'lru-cache';

/** Spoken units that are kept for the next time, since phrases of voice agents repeat. In memory, for as long as the service lives. */
export interface SegmentCache {
  /** @returns the engine, asked only for live units that were not spoken before */
  wrap<Engine extends SynthesisEngine>(engine: Engine): Engine;
  /** Drops what an engine said: one of the same id may say it otherwise. */
  forget(engineId: string): void;
  figures(): SegmentCacheFigures;
}

/** What an entry takes beside its audio and its key: objects of the cache and of the list of chunks. */
const ENTRY_BYTES = 500;
const BYTES_PER_CHARACTER = 2;

/**
 * Keeps units as the engine gave them, so that they repeat sample for sample; the least recently used ones leave first. Batch units neither look nor enter: a long text repeats
 * little, and would push out all that does.
 *
 * @param maxBytes of everything kept; 0 keeps nothing
 */
export function createSegmentCache(maxBytes: number): SegmentCache {
  if (maxBytes === 0) {
    return {
      wrap: (engine) => engine,
      forget: () => undefined,
      figures: () => ({ hits: 0, misses: 0, bytes: 0 }),
    };
  }
  const kept = new LRUCache<string, readonly Float32Array[]>({
    maxSize: maxBytes,
    sizeCalculation: (chunks, key) =>
      ENTRY_BYTES +
      key.length * BYTES_PER_CHARACTER +
      chunks.reduce((bytes, chunk) => bytes + chunk.byteLength, 0),
  });
  let hits = 0;
  let misses = 0;
  async function* synthesize(
    engine: SynthesisEngine,
    unit: SynthesisUnit,
    options: EngineCallOptions,
  ): AsyncGenerator<Float32Array, void, undefined> {
    const key = keyOf(engine, unit);
    const earlier = kept.get(key);
    if (earlier !== undefined) {
      hits += 1;
      for (const chunk of earlier) {
        if (options.signal?.aborted) throw SpeechError.aborted(options.signal);
        yield chunk.slice();
      }
      return;
    }
    misses += 1;
    const chunks: Float32Array[] = [];
    for await (const samples of engine.synthesize(unit, options)) {
      // Before the consumer owns the buffer.
      chunks.push(samples.slice());
      yield samples;
    }
    kept.set(key, chunks);
  }
  return {
    wrap: (engine) => {
      const speak: SynthesisEngine['synthesize'] = (unit, options = {}) =>
        options.lane === 'batch' || options.reuse === false
          ? engine.synthesize(unit, options)
          : synthesize(engine, unit, options);
      return new Proxy(engine, {
        get(target, name) {
          if (name === 'synthesize') return speak;
          const member: unknown = Reflect.get(target, name, target);
          // Bound to the engine itself, whose private fields a proxy has not.
          return typeof member === 'function' ? member.bind(target) : member;
        },
      });
    },
    forget(engineId) {
      const start = `${JSON.stringify([engineId]).slice(0, -1)},`;
      for (const key of [...kept.keys()]) if (key.startsWith(start)) kept.delete(key);
    },
    figures: () => ({ hits, misses, bytes: kept.calculatedSize }),
  };
}

/** All that the audio depends on. The engine's version can't change in a process, and the cache ends with it. */
function keyOf({ id }: SynthesisEngine, unit: SynthesisUnit): string {
  const { voiceCode, speed, emphasisIntensity, text } = unit;
  return JSON.stringify([id, voiceCode, speed, emphasisIntensity ?? null, text]);
}
