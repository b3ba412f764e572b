import type { StreamStretcher } from '@parlance/core/audio';
import { crossFade, framesAt, likestPlace } from './frames.ts';

/**
 * Changes the speed of a stream of speech without changing its pitch, with WSOLA: overlapping frames, each taken from where it continues the
 * last one best. It keeps only as much input as a frame may need.
 *
 * @param speed above 1 is faster; in total the output has `round(input / speed)` samples
 */
export function createTimeStretcher(sampleRateHz: number, speed: number): StreamStretcher {
  const { hop, seek } = framesAt(sampleRateHz);
  let samples = new Float32Array(0);
  /** Positions in the whole input: the start of `samples`, and where the last frame would continue. */
  let [first, continuation] = [0, 0];
  let produced = 0;
  let ended = false;
  const received = (): number => first + samples.length;
  const lengthSamples = (): number => Math.round(received() / speed);
  const idealOf = (start: number): number => Math.round(start * speed);

  /** @returns the start of the next frame in `samples`. The first one is the unchanged input, and the last one ends where the input ends. */
  function frameFor({ length }: Float32Array): number {
    if (ended && produced + length === lengthSamples()) return Math.max(0, samples.length - length);
    if (produced === 0) return 0;
    const ideal = idealOf(produced) - first;
    return likestPlace(samples, { continuation: continuation - first, ideal, seek, hop });
  }

  /** Writes the next hop. */
  function next(target: Float32Array): void {
    const from = frameFor(target);
    crossFade(samples, { continuation: continuation - first, from, hop }, target);
    produced += target.length;
    continuation = first + from + hop;
    const kept = Math.min(continuation, idealOf(produced) - seek, received() - 2 * hop);
    if (kept <= first) return;
    samples = samples.subarray(kept - first);
    first = kept;
  }

  function produce(count: number): Float32Array<ArrayBuffer> {
    const result = new Float32Array(count);
    for (let at = 0; at < count; ) {
      // The rest that is less than a hop belongs to the last frame, so that it can be faded in over a whole one.
      const length = count - at < 2 * hop ? count - at : hop;
      next(result.subarray(at, at + length));
      at += length;
    }
    return result;
  }

  return {
    push(piece) {
      const joined = new Float32Array(samples.length + piece.length);
      joined.set(samples);
      joined.set(piece, samples.length);
      samples = joined;
      // Both frames of a hop must be available, wherever the search may shift them.
      let hops = 0;
      const reach = (start: number): number => idealOf(start) + 2 * seek + 2 * hop;
      while (reach(produced + hops * hop) <= received()) hops += 1;
      const made = produce(hops * hop);
      // A copy of the few that are left, so that the piece is not kept in memory for them.
      samples = samples.slice();
      return made;
    },
    finish() {
      ended = true;
      return produce(Math.max(0, lengthSamples() - produced));
    },
  };
}
