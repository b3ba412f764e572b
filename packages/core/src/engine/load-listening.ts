export interface LoadListening {
  /** Told how long the call waited for an engine that was not loaded, once for each such wait; by then nothing is answered yet. */
  readonly onLoad?: ((durationMs: number) => void) | undefined;
}
