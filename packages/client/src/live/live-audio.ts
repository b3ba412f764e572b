/** A part of the audio that is recognized in one go. */
export interface AudioStretch {
  /** The position up to which there are results, in samples from the beginning of the audio. */
  position: number;
  /** Absent: it continues. Call `wake()` after setting it. */
  end?: number;
}

interface Piece {
  readonly start: number;
  readonly samples: Int16Array;
}

/** Of no piece: never. */
function endOf(piece: Piece | undefined): number {
  return piece === undefined ? Number.POSITIVE_INFINITY : piece.start + piece.samples.length;
}

/**
 * Live audio, 16-bit and mono, kept until there are results for it, so that it can be sent again after a lost
 * connection. Audio older than `maxSamples` is dropped.
 */
export class LiveAudio {
  readonly #maxSamples: number;
  readonly #pieces: Piece[] = [];
  #start = 0;
  #end = 0;
  #isClosed = false;
  #failure: { readonly error: unknown } | undefined;
  #changed = Promise.withResolvers<void>();

  /** @param options without `maxSamples`, only `forget` drops audio */
  constructor({ maxSamples = Number.POSITIVE_INFINITY }: { readonly maxSamples?: number } = {}) {
    this.#maxSamples = maxSamples;
  }

  /** Samples so far. */
  get end(): number {
    return this.#end;
  }

  /** The samples are not copied. */
  append(samples: Int16Array): void {
    this.#pieces.push({ start: this.#end, samples });
    this.#end += samples.length;
    this.forget(this.#end - this.#maxSamples);
  }

  /** No more audio follows. */
  close(): void {
    this.#isClosed = true;
    this.wake();
  }

  /** No more audio follows. @param error thrown to readers after the audio so far */
  fail(error: unknown): void {
    this.#failure = { error };
    this.close();
  }

  /** Makes readers check their stretch again after its end was set. */
  wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Drops audio before this sample, which will not be read again. */
  forget(before: number): void {
    this.#start = Math.max(this.#start, Math.min(before, this.#end));
    while (endOf(this.#pieces[0]) <= before) this.#pieces.shift();
    this.wake();
  }

  /** Waits until at most that many samples are kept. @returns false if no more audio is needed */
  async hasRoom(samples: number): Promise<boolean> {
    while (!this.#isClosed && this.#end - this.#start > samples) await this.#changed.promise;
    return !this.#isClosed;
  }

  /** Waits for more of a stretch. @returns false at its end @throws the reason of an abort */
  async hasMore(stretch: AudioStretch, signal?: AbortSignal): Promise<boolean> {
    const onAbort = (): void => this.wake();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      for (;;) {
        signal?.throwIfAborted();
        if (stretch.position >= (stretch.end ?? Number.POSITIVE_INFINITY)) return false;
        if (stretch.position < this.#end) return true;
        if (this.#isClosed) return false;
        await this.#changed.promise;
      }
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /**
   * Yields the available audio of a stretch at once, and the rest as it arrives. Audio that was dropped is skipped.
   *
   * @param onRead called with the position that was read, and where that piece begins, in samples
   */
  async *read(
    stretch: AudioStretch,
    onRead?: (position: number, from: number) => void,
  ): AsyncGenerator<Int16Array> {
    let at = stretch.position;
    for (;;) {
      const end = stretch.end ?? Number.POSITIVE_INFINITY;
      if (at >= end) return;
      const piece = this.#pieces.find((one) => endOf(one) > at);
      if (piece === undefined) {
        if (this.#failure !== undefined) throw this.#failure.error;
        if (this.#isClosed) return;
        await this.#changed.promise;
        continue;
      }
      const { start, samples } = piece;
      if (start >= end) return;
      const from = Math.max(at, start);
      at = Math.min(end, endOf(piece));
      onRead?.(at, from);
      const read = samples.subarray(from - start, at - start);
      if (read.length > 0) yield read;
    }
  }
}
