/** A promise that the test settles. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Creates a promise that the test settles, in place of a sleep.
 *
 * @example
 * const gate = deferred<void>();
 * const engine = fakeSynthesisEngine({ script: { gate: () => gate.promise } });
 * // … the unit waits here …
 * gate.resolve();
 */
export function deferred<Value = void>(): Deferred<Value> {
  return Promise.withResolvers<Value>();
}
