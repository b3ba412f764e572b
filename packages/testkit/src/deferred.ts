/** A promise whose end is in the test's hands. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Makes a promise to release by hand, in place of a sleep.
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
