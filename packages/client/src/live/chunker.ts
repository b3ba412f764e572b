/** Cuts a stream of bytes into chunks of one size, so that the server gets audio as evenly as it is spoken. One for each stream. */
export interface Chunker {
  /** @returns the complete chunks, each in its own buffer */
  push(bytes: Uint8Array): Uint8Array[];
  /** @returns the rest, without half a sample at the end; may be empty */
  flush(): Uint8Array;
}

export function createChunker(chunkBytes: number): Chunker {
  let held = new Uint8Array(0);
  return {
    push(bytes) {
      const joined = new Uint8Array(held.length + bytes.length);
      joined.set(held);
      joined.set(bytes, held.length);
      const whole = Math.floor(joined.length / chunkBytes);
      held = joined.slice(whole * chunkBytes);
      return Array.from({ length: whole }, (_, index) =>
        joined.slice(index * chunkBytes, (index + 1) * chunkBytes),
      );
    },
    flush() {
      const rest = held.slice(0, held.length - (held.length % 2));
      held = new Uint8Array(0);
      return rest;
    },
  };
}
