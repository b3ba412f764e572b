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

  /** @returns the start of the next frame in `samples`. The first one is the unchanged input. */
  function nextPlace(): number {
    if (produced === 0) return 0;
    const ideal = idealOf(produced) - first;
    return likestPlace(samples, { continuation: continuation - first, ideal, seek, hop });
  }

  /** Writes the frame that begins at `from`. */
  function write(target: Float32Array, from: number): void {
    crossFade(samples, { continuation: continuation - first, from, hop }, target);
    produced += target.length;
    continuation = first + from + hop;
    const kept = Math.min(continuation, idealOf(produced) - seek, received() - 2 * hop);
    if (kept <= first) return;
    samples = samples.subarray(kept - first);
    first = kept;
  }

  function writeHops(target: Float32Array, hops: number): void {
    for (let index = 0; index < hops; index += 1)
      write(target.subarray(index * hop, (index + 1) * hop), nextPlace());
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
      const made = new Float32Array(hops * hop);
      writeHops(made, hops);
      // A copy of the few that are left, so that the piece is not kept in memory for them.
      samples = samples.slice();
      return made;
    },
    finish() {
      const result = new Float32Array(Math.max(0, Math.round(received() / speed) - produced));
      // The rest that is less than a hop belongs to the last frame, so that it can be faded in over a whole one.
      const hops = Math.max(0, Math.floor(result.length / hop) - 1);
      writeHops(result, hops);
      const last = result.subarray(hops * hop);
      // It ends where the input ends.
      write(last, Math.max(0, samples.length - last.length));
      return result;
    },
  };
}
