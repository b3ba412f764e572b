/** Chunks that come in by themselves, read one by one: a worker does not wait, a consumer may. One reader. */
export class ChunkQueue<Chunk> implements AsyncIterable<Chunk> {
  readonly #chunks: Chunk[] = [];
  #outcome: { readonly error?: unknown } | undefined;
  #wake: (() => void) | undefined;

  push(chunk: Chunk): void {
    this.#chunks.push(chunk);
    this.#wake?.();
  }

  end(): void {
    this.#outcome ??= {};
    this.#wake?.();
  }

  /** What was pushed before is still read, then the reader gets `error`. */
  fail(error: unknown): void {
    this.#outcome ??= { error };
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Chunk, void, undefined> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) {
        yield chunk;
        continue;
      }
      if (this.#outcome !== undefined) {
        if ('error' in this.#outcome) throw this.#outcome.error;
        return;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
