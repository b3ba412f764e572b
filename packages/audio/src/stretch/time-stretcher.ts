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
  const received = (): number => first + samples.length;
  const idealOf = (start: number): number => Math.round(start * speed);

  /** Writes the next hop. The first one is the unchanged input. */
  function next(target: Float32Array): void {
    const ideal = idealOf(produced) - first;
    const place = { continuation: continuation - first, ideal, seek, hop };
    const from = produced === 0 ? 0 : likestPlace(samples, place);
    crossFade(samples, { continuation: place.continuation, from, hop }, target);
    produced += target.length;
    continuation = first + from + hop;
    const kept = Math.min(continuation, idealOf(produced) - seek, received());
    if (kept <= first) return;
    samples = samples.subarray(kept - first);
    first = kept;
  }

  function produce(count: number): Float32Array<ArrayBuffer> {
    const result = new Float32Array(count);
    for (let at = 0; at < count; at += hop) next(result.subarray(at, at + hop));
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
    finish: () => produce(Math.max(0, Math.round(received() / speed) - produced)),
  };
}
