export interface LoadListening {
  /** Called with the time that the call waited for an engine that was not loaded, once for each such wait, before any result. */
  readonly onLoad?: ((durationMs: number) => void) | undefined;
}
