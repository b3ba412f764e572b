import type { EngineCallOptions, SynthesisUnit } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { SegmentCacheFigures } from '@parlance/core/service';
import { LRUCache } from 'lru-cache';
import type { SynthesisMiddleware } from './engine-middleware.ts';

/** Keeps synthesized units in memory while the service runs, since voice agents repeat their phrases. */
export interface SegmentCache {
  /** Calls the engine only for live units that are not cached. */
  readonly synthesis: SynthesisMiddleware;
  /** Drops the units of an engine: a later one with the same id may synthesize them differently. */
  forget(engineId: string): void;
  figures(): SegmentCacheFigures;
}

/** Memory of an entry besides its audio and key: objects of the cache and the list of chunks. */
const ENTRY_BYTES = 500;
const BYTES_PER_CHARACTER = 2;

/**
 * Keeps units as the engine returned them, so that they repeat sample for sample. The least recently used ones are dropped first. Batch
 * units are neither looked up nor kept: a long text repeats little, and would displace phrases that do.
 *
 * @param maxBytes limit of all entries together; 0 keeps nothing
 */
export function createSegmentCache(maxBytes: number): SegmentCache {
  if (maxBytes === 0) {
    return {
      synthesis: (next) => next,
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
  async function* reuse(
    key: string,
    { signal }: EngineCallOptions,
    synthesize: () => AsyncIterable<Float32Array>,
  ): AsyncGenerator<Float32Array, void, undefined> {
    const earlier = kept.get(key);
    if (earlier !== undefined) {
      hits += 1;
      for (const chunk of earlier) {
        if (signal?.aborted) throw SpeechError.aborted(signal);
        yield chunk.slice();
      }
      return;
    }
    misses += 1;
    const chunks: Float32Array[] = [];
    for await (const samples of synthesize()) {
      // Copied before the consumer owns the buffer.
      chunks.push(samples.slice());
      yield samples;
    }
    kept.set(key, chunks);
  }
  return {
    synthesis:
      (next, { id }) =>
      (unit, options = {}) =>
        options.lane === 'batch' || options.reuse === false
          ? next(unit, options)
          : reuse(keyOf(id, unit), options, () => next(unit, options)),
    forget(engineId) {
      const start = `${JSON.stringify([engineId]).slice(0, -1)},`;
      for (const key of [...kept.keys()]) if (key.startsWith(start)) kept.delete(key);
    },
    figures: () => ({ hits, misses, bytes: kept.calculatedSize }),
  };
}

/**
 * Uses every member of the unit, so that a new one can't be forgotten here. The engine's version is not part of it: it can't change within a process, and the
 * cache ends with the process.
 */
function keyOf(engineId: string, unit: SynthesisUnit): string {
  const members = Object.entries(unit).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([engineId, ...members]);
}
