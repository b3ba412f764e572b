/**
 * Tells a source that nobody reads on. Not waited for: a source that hangs, hangs here too.
 *
 * The iterator of a Node stream is a generator, which hears of it only when the stream has something to say again: so the stream itself
 * is destroyed, as leaving a loop over it does.
 */
export function leaveSource(source: object, items: AsyncIterator<unknown>): void {
  if ('destroy' in source && typeof source.destroy === 'function') source.destroy();
  items.return?.().catch(() => undefined);
}
