/**
 * The last part of a long signal, addressed by positions in the whole signal. Appending and dropping take time in
 * proportion to the appended samples; the buffer is at most four times as long as the most samples ever kept.
 */
export class SampleHistory {
  #buffer = new Float32Array(1024);
  #begin = 0;
  #length = 0;
  #startSamples = 0;

  /** Position of the first sample that is kept. */
  get startSamples(): number {
    return this.#startSamples;
  }

  /** Position after the last sample. */
  get endSamples(): number {
    return this.#startSamples + this.#length;
  }

  append(samples: Float32Array): void {
    const needed = this.#length + samples.length;
    if (this.#begin + needed > this.#buffer.length) {
      // At least half of the buffer is free after a move, so moves are rare enough to cost nothing on average.
      const target = needed * 2 > this.#buffer.length ? new Float32Array(needed * 2) : this.#buffer;
      target.set(this.#buffer.subarray(this.#begin, this.#begin + this.#length));
      this.#buffer = target;
      this.#begin = 0;
    }
    this.#buffer.set(samples, this.#begin + this.#length);
    this.#length = needed;
  }

  /** Drops the samples before a position. A position outside the kept part is moved to its edge. */
  dropBefore(positionSamples: number): void {
    const dropped = Math.min(Math.max(positionSamples - this.#startSamples, 0), this.#length);
    this.#begin += dropped;
    this.#length -= dropped;
    this.#startSamples += dropped;
  }

  /** @returns a view, valid until the next `append`; positions must be within the kept part */
  view(startSamples: number, endSamples: number): Float32Array {
    const from = this.#begin + startSamples - this.#startSamples;
    return this.#buffer.subarray(from, from + endSamples - startSamples);
  }
}
