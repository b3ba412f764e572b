/** How callers abort: without a reason, which is an `AbortError` then, and with one of their own, such as that of `AbortSignal.timeout()`. */
export const ABORT_REASONS: readonly (readonly [how: string, reason: Error | undefined])[] = [
  ['', undefined],
  [' with a reason of the caller', new DOMException('The caller waits no longer.', 'TimeoutError')],
];
